import type { Api, Operation, Parameter } from "../model.js";
import { flattenSchema } from "../schema/flatten-schema.js";
import { onlyValueOf } from "../schema/only-value.js";

/**
 * Value of the header `Accept` that an operation declares as the default or the only one: APIs choose their version by
 * it. Null if it declares none that names media types; `*` would ask for less than the runtime does.
 */
export function declaredAcceptOf(
  { acceptSchema }: Operation,
  { schemas }: Api,
): string | null {
  if (acceptSchema === null) return null;
  const defaultPart = flattenSchema(acceptSchema, schemas).find(
    (part) => part["default"] !== undefined,
  );
  const value = defaultPart?.["default"] ?? onlyValueOf(acceptSchema, schemas);
  const isAccept =
    typeof value === "string" &&
    value.split(",").every((type) => MEDIA_TYPE.test(type.trim()));
  return isAccept ? value.trim() : null;
}

/** Media type with parameters: `application/vnd.shop+json;version=2`. https://www.rfc-editor.org/rfc/rfc9110#section-8.3.1 */
const MEDIA_TYPE =
  /^[\w!#$%&'+.^`|~-]+\/[\w!#$%&'+.^`|~-]+(?: *; *[\w!#$%&'*+.^`|~-]+=(?:[\w!#$%&'*+.^`|~-]+|"[\w !#$%&'*+./:=?@^`|~-]*"))*$/;

/**
 * Value of a required header that allows no other, which is sent without asking anyone; undefined for any other
 * parameter. The client itself sets `User-Agent`.
 */
export function onlyHeaderValueOf(
  { in: location, name, required, schema }: Parameter,
  { schemas }: Api,
): string | number | boolean | undefined {
  if (location !== "header" || !required || /^user-agent$/i.test(name))
    return undefined;
  const value = onlyValueOf(schema, schemas);
  if (typeof value === "number" || typeof value === "boolean") return value;
  // https://www.rfc-editor.org/rfc/rfc9110#section-5.5
  return typeof value === "string" &&
    /^[\x21-\x7e](?:[\t\x20-\x7e]*)$/.test(value)
    ? value
    : undefined;
}
