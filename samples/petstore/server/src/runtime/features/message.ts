import type { Visit } from "../index.js";
import { httpError } from "./http-error.js";

/** What is read of a request: every `Request` has it. */
export type Asked = Visit["request"] & {
  readonly body: AsyncIterable<Uint8Array> | null;
};

/** What one request may have. A value of two bytes takes up to a hundred in memory, and each level some of the stack. */
const MAX_BYTES = 4 * 1024 * 1024;
const MAX_VALUES = 100_000;
const MAX_LEVELS = 500;

/** The JSON of a POST. Rejects where the connection ends before it does. */
export async function readMessage({
  body,
  method,
}: Asked): Promise<{ readonly message: unknown } | Response> {
  if (method !== "POST") return { message: undefined };
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > MAX_BYTES) return tooMuch(`${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  const json = Buffer.concat(chunks);
  const { levels, values } = extentOf(json);
  if (values > MAX_VALUES) return tooMuch(`${MAX_VALUES} values`);
  if (levels > MAX_LEVELS) return tooMuch(`${MAX_LEVELS} levels of nesting`);
  try {
    return { message: JSON.parse(json.toString()) as unknown };
  } catch {
    return httpError(400, "The request is no JSON.", { code: -32700 });
  }
}

function tooMuch(limit: string): Response {
  const headers = { connection: "close" };
  return httpError(413, `A request may have ${limit}.`, { headers });
}

const [QUOTE, BACKSLASH, COMMA, LIST, LIST_END, OBJECT, OBJECT_END] =
  Buffer.from('"\\,[]{}');

/** How many values JSON has, about, and how deep they lie: known before it is parsed. */
function extentOf(json: Uint8Array): { values: number; levels: number } {
  let values = 1;
  let level = 0;
  let levels = 0;
  let isText = false;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (isText) {
      if (byte === BACKSLASH) at += 1;
      else isText = byte !== QUOTE;
    } else if (byte === QUOTE) isText = true;
    else if (byte === COMMA) values += 1;
    else if (byte === LIST || byte === OBJECT) {
      values += 1;
      level += 1;
      levels = Math.max(levels, level);
    } else if (byte === LIST_END || byte === OBJECT_END) level -= 1;
  }
  return { values, levels };
}
