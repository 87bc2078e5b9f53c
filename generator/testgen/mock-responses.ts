import {
  validateDeep,
  mediaKind,
  type MockedOperation,
  type Mock,
} from "../runtime.js";
import type { MediaType, Operation, Response, Schema } from "../model.js";
import { mapSchemas } from "../schema/walk.js";
import { sample, type SampleOptions } from "./sample.js";
import { isJson, mediaType } from "../schema/media.js";
import { reachableSchemas } from "../schema/reference-graph.js";

/** Longest example that is taken as a mock response, in characters of JSON. */
const MAX_EXAMPLE = 4_000;

/** Mock responses, by request (`GET /pets`) and status. */
export function createMockResponses(
  operations: readonly Operation[],
  schemas: ReadonlyMap<string, Schema>,
): MockedOperation {
  const options: SampleOptions = {
    schemas,
    includeOptional: true,
    excludedKeyword: "writeOnly",
  };
  const mockOperations = operations.map(({ method, path, responses }) => {
    const mocks = responses.map(
      (response) =>
        [response.status, toMockResponse(response, options)] as const,
    );
    return [`${method} ${path}`, Object.fromEntries(mocks)] as const;
  });
  const roots = mockOperations.flatMap(([, mocks]) =>
    Object.values(mocks).map(({ schema = {} }) => schema),
  );
  return {
    operations: Object.fromEntries(mockOperations),
    $defs: Object.fromEntries(
      reachableSchemas(roots, schemas, stripAnnotations),
    ),
  };
}

/** Schema without annotations, in its subschemas as well. */
function stripAnnotations(schema: Schema): Schema {
  const keywords = Object.entries(mapSchemas(schema, stripAnnotations));
  return Object.fromEntries(
    keywords.filter(([keyword]) => !ANNOTATIONS.test(keyword)),
  );
}

const ANNOTATIONS =
  /^(title|description|examples?|default|deprecated|externalDocs|xml|discriminator|x-.*)$/;

function toMockResponse({ media }: Response, options: SampleOptions): Mock {
  const chosenMedia = media.find(isJson) ?? media[0];
  if (chosenMedia === undefined) return {};
  const type = mediaType(chosenMedia.contentType);
  return {
    type: type.includes("*") ? "application/json" : type,
    body: sampleBody(chosenMedia, options),
    ...(isJson(chosenMedia) && {
      schema: stripAnnotations(chosenMedia.schema),
    }),
  };
}

function sampleBody(media: MediaType, options: SampleOptions): unknown {
  const { contentType, examples, schema } = media;
  const [example] = examples;
  const isShort = JSON.stringify(example ?? null).length <= MAX_EXAMPLE;
  if (
    example !== undefined &&
    isShort &&
    isValidExample(example, schema, options)
  )
    return example;
  switch (mediaKind(mediaType(contentType))) {
    case "json":
      return sample(schema, options);
    case "image":
      return `base64:${PIXEL}`;
    case "audio":
    case "binary":
    case "multipart":
      return "base64:dGV4dA==";
    default: {
      const value = sample(schema, options);
      return typeof value === "string" ? value : JSON.stringify(value);
    }
  }
}

/** True if an example matches its own schema; in many documents it doesn't. */
function isValidExample(
  example: unknown,
  schema: Schema,
  options: SampleOptions,
): boolean {
  const $defs = Object.fromEntries(options.schemas);
  try {
    const objectSchema = { type: "object", properties: { example: schema } };
    const checkedSchema = { $defs, name: "answer", schema: objectSchema };
    const checkedExample = validateDeep({ example }, checkedSchema);
    return (
      JSON.stringify(checkedExample["example"]) === JSON.stringify(example)
    );
  } catch {
    return false;
  }
}

/** PNG of one pixel, in base64. */
const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
