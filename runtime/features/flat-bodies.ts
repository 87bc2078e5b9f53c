import {
  isSchema,
  schemasIn,
  collectAllOf,
  propertiesOf,
  collectTools,
} from "../index.js";
import type {
  RegisteredComponent,
  Feature,
  JsonSchema,
  Schemas,
} from "../index.js";

/** Takes fields of a body that is one argument also where they stand among the arguments, as those of most bodies do. */
export const flatBodies: Feature = ({ entries, handlers }) => {
  const { "tools/call": call } = handlers;
  if (!call) return {};
  const tools = collectTools(entries);
  return {
    "tools/call"(params, caller) {
      const entry = tools.get(String(params["name"]));
      const given = params["arguments"];
      if (!entry || !isSchema(given)) return call(params, caller);
      return call({ ...params, arguments: nested(given, entry) }, caller);
    },
  };
};

/** Moves what is named as a field of the body, and as no argument, into a body that is not given. */
function nested(
  given: JsonSchema,
  { parameters, source }: RegisteredComponent,
): JsonSchema {
  const own = new Set(parameters().map(({ argument }) => argument));
  const body = parameters().find(({ in: place }) => place === "body");
  if (!body || Object.hasOwn(given, body.argument)) return given;
  const fields = bodyFields(body.schema, source.schemas.$defs);
  const known = new Set(fields.map(([name]) => name));
  const isField = (name: string) => known.has(name) && !own.has(name);
  const all = Object.entries(given);
  const moved = all.filter(([name]) => isField(name));
  const others = all.filter(([name]) => !isField(name));
  return moved.length === 0
    ? given
    : {
        ...Object.fromEntries(others),
        [body.argument]: Object.fromEntries(moved),
      };
}

/** Properties by name, of all alternatives. */
export function bodyFields(
  schema: JsonSchema,
  $defs: Schemas["$defs"],
  seen = new Set<string>(),
): ReturnType<typeof propertiesOf> {
  const parts = collectAllOf(schema, $defs, seen);
  const others = parts.flatMap(({ anyOf, oneOf }) =>
    [...schemasIn(anyOf), ...schemasIn(oneOf)].flatMap((one) =>
      bodyFields(one, $defs, seen),
    ),
  );
  return [...parts.flatMap(propertiesOf), ...others];
}
