import type {
  Argument as Written,
  ToolDefinition,
} from "../../runtime/types.js";
import { filled } from "../json.js";
import { type Operation, operationKey, successesOf } from "../model.js";
import type { Argument } from "./arguments.js";
import type { PlannedBody } from "./body.js";
import type { Telling } from "../words/telling.js";
import {
  placeOf,
  type SharedArguments,
  writtenArgument,
} from "./written-arguments.js";
import { mediaType } from "../schema/media.js";

/** What a module says of its request: all that the runtime needs to send it. */
export type Recipe = Pick<
  ToolDefinition,
  | "request"
  | "server"
  | "arguments"
  | "body"
  | "bodyRequired"
  | "contentType"
  | "encoding"
  | "names"
  | "fixed"
  | "accept"
  | "security"
>;

/** What has a default is left out. */
export function planRecipe(
  operation: Operation,
  given: {
    readonly args: readonly Argument[];
    readonly body: PlannedBody | null;
    readonly hide: readonly string[];
    readonly fixed: Readonly<Record<string, unknown>>;
    readonly shared: SharedArguments;
    readonly tell: Telling;
  },
): Recipe {
  const { args, body, hide, fixed, ...writing } = given;
  const own = args
    .filter(({ in: location }) => location !== "body" || body?.schema === null)
    .filter(({ name }) => !hide.includes(name))
    .map((argument): [string, Written] => [
      argument.name,
      Object.hasOwn(fixed, argument.name)
        ? placeOf(argument)
        : writtenArgument(argument, writing),
    ]);
  return {
    request: operationKey(operation),
    ...filled({
      server: operation.servers[0],
      arguments: Object.fromEntries(own),
    }),
    ...(body && bodyOf(body)),
    ...filled({
      fixed,
      accept: acceptHeader(operation),
      security: operation.security,
    }),
  };
}

function bodyOf(body: PlannedBody): Partial<Recipe> {
  const { encoding, media, names, required, schema } = body;
  const { contentType } = media;
  return {
    ...(schema !== null && { body: schema }),
    ...(required === true ? {} : { bodyRequired: required }),
    ...(contentType === "application/json" ? {} : { contentType }),
    ...filled({ names, encoding }),
  };
}

/**
 * Asked for only where the answer is not plain JSON, which is what the runtime asks for by itself. All else is taken too, as
 * there: Django REST refuses what no renderer of its own writes, though a view does, and errors are mostly JSON.
 */
function acceptHeader(operation: Operation): string | null {
  const declared = successesOf(operation)
    .flatMap(({ media }) => media.map(({ contentType }) => contentType))
    .filter((type) => /^[\w!#$%&'*+.^`|~/;=" -]+$/.test(type));
  const names = declared.map(mediaType);
  const others = names.includes("*/*") ? [] : ["*/*;q=0.5"];
  return names.length === 0 || names.includes("application/json")
    ? null
    : [...new Set(declared), ...others].join(", ");
}
