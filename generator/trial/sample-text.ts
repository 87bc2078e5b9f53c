import { listOf, readText } from "../json.js";
import type { Schema } from "../model.js";

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

/** Signs of many patterns, tried at many lengths. */
const SIGNS = ["a", "A", "0", "1", "f", "Aa0", "a-a", "0.", "/a"];

/** A text that a schema accepts: of its format, else its examples or default, else `name` as long as it has to be. */
export function sampleText(schema: Schema, name: string): string {
  const { pattern, format, contentEncoding } = schema;
  const least = numberOf(schema, "minLength") ?? 0;
  const most = numberOf(schema, "maxLength") ?? Infinity;
  const test = expressionOf(pattern);
  const fits = (text: string) =>
    [...text].length >= least && [...text].length <= most && test(text);
  const encoded = contentEncoding === "base64" ? "dGV4dA==" : undefined;
  const known = encoded ?? FORMATS[String(format)];
  const said = [
    schema["default"],
    schema["example"],
    ...listOf(schema["examples"]),
  ];
  const lengths = [
    least,
    most,
    1,
    2,
    3,
    4,
    5,
    6,
    8,
    9,
    10,
    11,
    12,
    16,
    18,
    20,
    22,
    24,
    26,
    32,
    36,
    40,
    64,
  ];
  const prefix = /^\^?\(?([\w:/@#-]+)/.exec(readText(pattern))?.[1] ?? "";
  const candidates = [
    known,
    ...(pattern === undefined ? [] : said),
    ...[name, name.padEnd(least, "x"), [...name].slice(0, most).join("")],
    ...Object.values(FORMATS),
    ...[
      "en",
      "en-US",
      "EUR",
      "1.0",
      "1.0.0",
      "1h",
      "#ff0000",
      "a/b",
      "a.b",
      "a=b",
      "*",
      "+14155550100",
      "a:b",
      "12:00",
    ],
    ...lengths
      .filter((length) => length <= 10_000)
      .flatMap((length) =>
        SIGNS.flatMap((sign) => {
          const text = sign.repeat(length).slice(0, length);
          return [text, prefix + text, prefix.slice(0, -1) + text];
        }),
      ),
  ].filter((one) => typeof one === "string");
  return candidates.find(fits) ?? known ?? name;
}

/** A pattern of a document may take long: it is tried on short texts alone. */
function expressionOf(pattern: unknown): (text: string) => boolean {
  if (typeof pattern !== "string") return () => true;
  try {
    const expression = new RegExp(pattern, "u");
    return (text) => text.length <= 64 && expression.test(text);
  } catch {
    return () => true;
  }
}

function numberOf(schema: Schema, keyword: string): number | undefined {
  const value = schema[keyword];
  return typeof value === "number" ? value : undefined;
}
