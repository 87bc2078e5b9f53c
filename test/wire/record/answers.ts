import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { Contract, Declared } from "./contract.js";
import { isSchema, sample } from "./sample.js";
import type { SentRequest } from "./upstream.js";

/** Response of the API. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

interface Asked {
  readonly request: SentRequest;
  readonly declared: Declared | undefined;
  readonly document: unknown;
}

/**
 * An answer that hangs on the operation and the trial alone: what the document declares with fields that it does not,
 * or one of the many other things that APIs say. Undefined: the connection breaks.
 */
export function answerTo(
  request: SentRequest,
  trial: string,
  api: { readonly contract: Contract; readonly document: unknown },
): Answer | undefined {
  const [path = ""] = request.target.split("?");
  const token = tokenFor(request, path);
  if (token !== undefined) return token;
  const declared = api.contract(request.method, path);
  const asked = { request, declared, document: api.document };
  if (declared === undefined) return asDeclared(asked);
  const digest = createHash("sha256").update(`${declared.operation} ${trial}`);
  const draw = digest.digest().readUInt32BE();
  if (trial === "required" && draw % 3 !== 0) return asDeclared(asked);
  const answers = [...Array<typeof asDeclared>(6).fill(asDeclared), ...OTHERS];
  return answers[draw % answers.length]?.(asked);
}

/** Response of an authorization server. */
function tokenFor(request: SentRequest, path: string): Answer | undefined {
  if (path.endsWith("/.well-known/openid-configuration"))
    return json({ token_endpoint: "https://login.test/token" });
  if (JSON.stringify(request.body)?.includes("grant_type="))
    return json({ access_token: "fetched-token", expires_in: 36_000 });
  return undefined;
}

function asDeclared({ declared, document }: Asked): Answer {
  if (declared === undefined) return json({ unknown: "operation" });
  const { type, schema } = declared;
  if (type === undefined) return { status: 204, headers: {} };
  const value = sample(schema, document, { all: true, text: "text" });
  if (/json/.test(type) || type.includes("*")) return json(withMore(value));
  if (/^(image|audio|video)|octet-stream|pdf|zip/.test(type))
    return typed(type, PNG);
  return typed(type, typeof value === "string" ? value : "<a>text</a>");
}

const OTHERS: readonly ((asked: Asked) => Answer | undefined)[] = [
  () => json({ title: "Not found", detail: "No such thing", secret: 1 }, 404),
  () => json({ errors: [{ field: "name", message: "is too short" }] }, 422),
  () => json({ message: "who are you?" }, 401),
  () => json({ message: "slow down" }, 429, { "retry-after": "7" }),
  () => ({ ...typed("text/html", "<h1>Internal error é</h1>"), status: 500 }),
  () => ({ status: 204, headers: {} }),
  () => ({ status: 302, headers: { location: "https://elsewhere.test/a?b" } }),
  () => ({ status: 307, headers: { location: "/base/moved" } }),
  () => typed("text/plain", "héllo\n"),
  () => typed("text/plain; charset=iso-8859-1", latin1("caf\xe9")),
  () => typed("image/png", PNG, 'attachment; filename="a b.png"'),
  () =>
    typed("text/event-stream", 'id: 1\ndata: {"a":1}\n\ndata: b\ndata: c\n\n'),
  () => typed("application/x-ndjson", '{"a":1}\n{"b":2}\n'),
  () => typed("application/json", '{"id":12345678901234567890,"rate":1.10}'),
  () => typed("application/json", '{"__proto__":{"a":1},"b":2}'),
  () => typed("application/json", '{"broken": '),
  () => ({ status: 200, headers: {}, body: '{"no":"type"}' }),
  () => json({ id: 7, note: "long text ".repeat(30_000) }),
  () => json([1, "two", null]),
  ({ request }) => json(request), // secrets must not come back
  (asked) => zipped(asDeclared(asked)),
  () => undefined,
];

/** Image of one pixel. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

function json(value: unknown, status = 200, headers: object = {}): Answer {
  const answer = typed("application/json", JSON.stringify(value ?? null));
  return { ...answer, status, headers: { ...answer.headers, ...headers } };
}

function typed(
  type: string,
  body: string | Uint8Array,
  disposition?: string,
): Answer {
  const headers = {
    "content-type": type,
    ...(disposition && { "content-disposition": disposition }),
  };
  return { status: 200, headers, body };
}

function zipped({ status, headers, body = "" }: Answer): Answer {
  const encoded = { ...headers, "content-encoding": "gzip" };
  return { status, headers: encoded, body: gzipSync(body) };
}

function latin1(text: string): Uint8Array {
  return Buffer.from(text, "latin1");
}

/** Fields that no document declares, in every object. */
function withMore(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMore);
  if (!isSchema(value)) return value;
  const known = Object.entries(value);
  return {
    ...Object.fromEntries(known.map(([key, field]) => [key, withMore(field)])),
    undeclared_field: "u",
  };
}
