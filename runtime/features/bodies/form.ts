import {
  encodeComponent,
  encodeQuery,
  fieldPairs,
  isAbsent,
  mediaKind,
  mediaType,
  getOwn,
} from "../../index.js";
import type { BodyWriter, Pair, PartEncoding } from "../../index.js";
import { formFields, styledPairs } from "./form-fields.js";

/**
 * Writes `application/x-www-form-urlencoded`. Sends text as it is. Without a declared encoding, arrays are repeated
 * (`a=1&a=2`) and nested values use brackets (`a[b]=1`, `a[0][b]=1`), as Stripe, Twilio, PHP and others read them.
 */
export const form: BodyWriter = {
  accepts: (type) => mediaKind(type) === "form",
  write(value, { contentType, encoding, toJson }) {
    if (value === null) return undefined;
    if (typeof value === "string")
      return { contentType, bytes: Buffer.from(value) };
    const text = formFields(value)
      .flatMap(([name, field]) => {
        const writeJson = () => toJson(field, name);
        return toPairs(name, field, writeJson, getOwn(encoding, name));
      })
      .map(([name, field]) => `${name}=${field}`)
      .join("&");
    return { contentType, bytes: Buffer.from(text) };
  },
};

function toPairs(
  name: string,
  value: unknown,
  writeJson: () => string,
  partEncoding: PartEncoding = {},
): Pair[] {
  if (isAbsent(value)) return [];
  const pairs = styledPairs(name, value, partEncoding);
  if (pairs) return pairs;
  if (mediaKind(mediaType(partEncoding.contentType)) === "json")
    return [[encodeComponent(name), encodeComponent(writeJson())]];
  return fieldPairs(
    name,
    value,
    partEncoding.allowReserved ? encodeQuery : encodeComponent,
  );
}
