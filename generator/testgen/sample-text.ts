import { getOwn, isCheap } from "../runtime.js";
import { toArray, toWord } from "../shared/json.js";
import type { Schema } from "../model.js";
import { sampleMatch } from "./sample-pattern.js";

/** Samples by format: those of JSON Schema, of OpenAPI, and others that documents use. */
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

/** Longest text that is sampled, in characters. For a longer `minLength` or pattern there is none. */
const MAX_TEXT = 10_000;

/**
 * Text that a schema accepts: of its format, otherwise its default or examples, otherwise `name` padded to the length.
 */
export function sampleText(schema: Schema, name: string): string {
  const { pattern, format, contentEncoding } = schema;
  const minLength = Number(schema["minLength"] ?? 0);
  const maxLength = Number(schema["maxLength"] ?? Infinity);
  const matchesPattern = toPatternTest(pattern);
  const fits = (text: string) =>
    [...text].length >= minLength &&
    [...text].length <= maxLength &&
    matchesPattern(text);
  const encodedText = contentEncoding === "base64" ? "dGV4dA==" : undefined;
  const formatText = encodedText ?? getOwn(FORMATS, toWord(format));
  const documentTexts = [schema["default"], ...toArray(schema["examples"])];
  const padText = (text: string) =>
    [...text.padEnd(Math.min(minLength, MAX_TEXT), text.at(-1) ?? "x")]
      .slice(0, maxLength)
      .join("");
  const candidates = [
    formatText,
    ...(pattern === undefined ? [] : documentTexts),
    name,
    padText(name),
    ...samplePattern(pattern).flatMap((text) => [text, padText(text)]),
    ...Object.values(FORMATS),
  ].filter((candidate) => typeof candidate === "string");
  return candidates.find(fits) ?? formatText ?? name;
}

/** Text that matches a pattern, as a list of one. Empty if the pattern is invalid or its text too long. */
function samplePattern(pattern: unknown): string[] {
  try {
    return typeof pattern === "string" ? [sampleMatch(pattern, MAX_TEXT)] : [];
  } catch {
    return [];
  }
}

/** Test of a pattern. A pattern that may take long is never run: only the text sampled for it passes. */
function toPatternTest(pattern: unknown): (text: string) => boolean {
  if (typeof pattern !== "string") return () => true;
  try {
    const expression = new RegExp(pattern, "u");
    if (isCheap(pattern)) return (text) => expression.test(text);
    const [patternText] = samplePattern(pattern);
    return (text) => text === patternText;
  } catch {
    return () => true;
  }
}
