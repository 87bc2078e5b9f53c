import type { Override } from "../config/config.js";
import { isSchema } from "../schema/shape.js";
import type { BodyArgument, PlannedBody } from "./body.js";

type Words = NonNullable<Override["arguments"]>;

/** An argument in the words that an override has for it. */
export function inWords<One extends Pick<BodyArgument, "name" | "schema">>(
  argument: One,
  words: Words,
): One {
  const { name, schema } = argument;
  const told = Object.hasOwn(words, name) ? words[name] : undefined;
  return told ? { ...argument, schema: { ...schema, ...told } } : argument;
}

/** The same for the properties of a body: what is shared can't say it for one of its users. */
export function bodyInWords(body: PlannedBody, words: Words): PlannedBody {
  const { schema } = body;
  const properties = body.properties.map((one) => inWords(one, words));
  const own = properties.filter((one) => !body.properties.includes(one));
  if (schema === null || own.length === 0) return { ...body, properties };
  const written = Object.entries(schema["properties"] ?? {});
  const known = new Map<string, unknown>(written);
  for (const { name, wireName } of own) {
    const before = known.get(wireName);
    known.set(wireName, { ...(isSchema(before) && before), ...words[name] });
  }
  const all = { ...schema, properties: Object.fromEntries(known) };
  return { ...body, properties, schema: all };
}
