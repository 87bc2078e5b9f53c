import {
  isSchema,
  schemasIn,
  collectAllOf,
  propertiesOf,
  collectTools,
} from "../../index.js";
import type {
  Feature,
  JsonSchema,
  McpService,
  MethodHandlers,
  RegisteredComponent,
  Schemas,
} from "../../index.js";

/** Accepts fields of a body that is one argument also beside the other arguments, since most bodies are flat. */
export function flatBodies(): Feature {
  return { name: "flat-bodies", stage: "call", methods: wrapCalls };
}

function wrapCalls({ entries, handlers }: McpService): MethodHandlers {
  const { "tools/call": call } = handlers;
  if (!call) return {};
  const tools = collectTools(entries);
  return {
    "tools/call"(params, caller) {
      const entry = tools.get(String(params["name"]));
      const args = params["arguments"];
      if (!entry || !isSchema(args)) return call(params, caller);
      return call(
        { ...params, arguments: nestBodyFields(args, entry) },
        caller,
      );
    },
  };
}

/** Moves fields of a missing body into the body, unless an argument has the same name. */
function nestBodyFields(
  args: JsonSchema,
  { parameters, source }: RegisteredComponent,
): JsonSchema {
  const argumentNames = new Set(parameters().map(({ argument }) => argument));
  const body = parameters().find(({ in: place }) => place === "body");
  if (!body || Object.hasOwn(args, body.argument)) return args;
  const fields = bodyFields(body.schema, source.schemas.$defs);
  const fieldNames = new Set(fields.map(([name]) => name));
  const isField = (name: string) =>
    fieldNames.has(name) && !argumentNames.has(name);
  const entries = Object.entries(args);
  const movedEntries = entries.filter(([name]) => isField(name));
  const otherEntries = entries.filter(([name]) => !isField(name));
  return movedEntries.length === 0
    ? args
    : {
        ...Object.fromEntries(otherEntries),
        [body.argument]: Object.fromEntries(movedEntries),
      };
}

/** Lists the properties of a body by name, with those of all alternatives. */
export function bodyFields(
  schema: JsonSchema,
  $defs: Schemas["$defs"],
  visitedNames = new Set<string>(),
): ReturnType<typeof propertiesOf> {
  const parts = collectAllOf(schema, $defs, visitedNames);
  const branchFields = parts.flatMap(({ anyOf, oneOf }) =>
    [...schemasIn(anyOf), ...schemasIn(oneOf)].flatMap((branch) =>
      bodyFields(branch, $defs, visitedNames),
    ),
  );
  return [...parts.flatMap(propertiesOf), ...branchFields];
}
