import { own } from "../../runtime/schema.js";
import { isCheap } from "../../runtime/features/checks/pattern.js";
import { listOf, toWord } from "../shared/json.js";
import type { Schema } from "../model.js";
import { textFor } from "./sample-pattern.js";

/** By format, in the words of JSON Schema, OpenAPI and what documents say beside them. */
const FORMATS: Readonly<Record<string, string>> = {
  "date-time": "2026-01-02T03:04:05Z",
  date: "2026-01-02",
  time: "03:04:05Z",
  duration: "P1D",
  uuid: "123e4567-e89b-42d3-a456-426614174000",
  uri: "https://example.com/a",
  url: "https://example.com/a",
  "uri-reference": "/a",
  "uri-template": "/a/{b}",
  iri: "https://example.com/a",
  email: "ann@example.com",
  "idn-email": "ann@example.com",
  hostname: "example.com",
  "idn-hostname": "example.com",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  "json-pointer": "/a",
  "relative-json-pointer": "0",
  regex: "a",
  byte: "dGV4dA==",
  binary: "dGV4dA==",
};

/** Characters of a text that is made up; where more are wanted, there is none. */
const LONGEST = 10_000;

/** A text that a schema accepts: of its format, else its examples or default, else `name` as long as it has to be. */
export function sampleText(schema: Schema, name: string): string {
  const { pattern, format, contentEncoding } = schema;
  const least = Number(schema["minLength"] ?? 0);
  const most = Number(schema["maxLength"] ?? Infinity);
  const test = expressionOf(pattern);
  const fits = (text: string) =>
    [...text].length >= least && [...text].length <= most && test(text);
  const encoded = contentEncoding === "base64" ? "dGV4dA==" : undefined;
  const known = encoded ?? own(FORMATS, toWord(format));
  const said = [schema["default"], ...listOf(schema["examples"])];
  const long = (text: string) =>
    [...text.padEnd(Math.min(least, LONGEST), text.at(-1) ?? "x")]
      .slice(0, most)
      .join("");
  const candidates = [
    known,
    ...(pattern === undefined ? [] : said),
    name,
    long(name),
    ...made(pattern).flatMap((text) => [text, long(text)]),
    ...Object.values(FORMATS),
  ].filter((one) => typeof one === "string");
  return candidates.find(fits) ?? known ?? name;
}

/** What a pattern shows of itself; nothing where it is none. */
function made(pattern: unknown): string[] {
  try {
    return typeof pattern === "string" ? [textFor(pattern, LONGEST)] : [];
  } catch {
    return [];
  }
}

/** Only patterns that can't take long are tried; of the others, what was made for them is taken. */
function expressionOf(pattern: unknown): (text: string) => boolean {
  if (typeof pattern !== "string") return () => true;
  try {
    const expression = new RegExp(pattern, "u");
    if (isCheap(pattern)) return (text) => expression.test(text);
    const [only] = made(pattern);
    return (text) => text === only;
  } catch {
    return () => true;
  }
}
