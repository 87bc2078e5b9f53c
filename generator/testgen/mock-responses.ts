import type { Known, Mock } from "../../runtime/features/mock.js";
import { checkAll } from "../../runtime/features/checks/checks.js";
import { kindOf } from "../../runtime/media.js";
import type { MediaType, Operation, Response, Schema } from "../model.js";
import { mapSchemas } from "../schema/walk.js";
import { sample, type Manner } from "./sample.js";
import { isJson, mediaType } from "../schema/media.js";
import { reachable } from "../schema/reference-graph.js";

/** Characters of JSON of an answer that is taken as the document shows it. */
const MAX_EXAMPLE = 4_000;

/** What a mock answers, by request and status. */
export function mockAnswers(
  operations: readonly Operation[],
  schemas: ReadonlyMap<string, Schema>,
): Known {
  const manner: Manner = { schemas, isWhole: true, without: "writeOnly" };
  const known = operations.map(({ method, path, responses }) => {
    const answers = responses.map(
      (response) => [response.status, mockOf(response, manner)] as const,
    );
    return [`${method} ${path}`, Object.fromEntries(answers)] as const;
  });
  const roots = known.flatMap(([, answers]) =>
    Object.values(answers).map(({ schema = {} }) => schema),
  );
  return {
    operations: Object.fromEntries(known),
    $defs: Object.fromEntries(reachable(roots, schemas, bare)),
  };
}

/** A schema without its words. */
function bare(schema: Schema): Schema {
  const said = Object.entries(mapSchemas(schema, bare));
  return Object.fromEntries(said.filter(([keyword]) => !WORDS.test(keyword)));
}

const WORDS =
  /^(title|description|examples?|default|deprecated|externalDocs|xml|discriminator|x-.*)$/;

function mockOf({ media }: Response, manner: Manner): Mock {
  const found = media.find(isJson) ?? media[0];
  if (found === undefined) return {};
  const type = mediaType(found.contentType);
  return {
    type: type.includes("*") ? "application/json" : type,
    body: bodyOf(found, manner),
    ...(isJson(found) && { schema: bare(found.schema) }),
  };
}

function bodyOf(media: MediaType, manner: Manner): unknown {
  const { contentType, examples, schema } = media;
  const [example] = examples;
  const isShort = JSON.stringify(example ?? null).length <= MAX_EXAMPLE;
  if (example !== undefined && isShort && isRight(example, schema, manner))
    return example;
  switch (kindOf(mediaType(contentType))) {
    case "json":
      return sample(schema, manner);
    case "image":
      return `base64:${PIXEL}`;
    case "audio":
    case "binary":
    case "multipart":
      return "base64:dGV4dA==";
    default: {
      const value = sample(schema, manner);
      return typeof value === "string" ? value : JSON.stringify(value);
    }
  }
}

/** Whether an example of a document keeps to its own schema, which many don't. */
function isRight(example: unknown, schema: Schema, manner: Manner): boolean {
  const $defs = Object.fromEntries(manner.schemas);
  try {
    const whole = { type: "object", properties: { example: schema } };
    const checked = { $defs, name: "answer", schema: whole };
    const right = checkAll({ example }, checked);
    return JSON.stringify(right["example"]) === JSON.stringify(example);
  } catch {
    return false;
  }
}

/** A PNG of one pixel. */
const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
