import { ArgumentError } from "../index.js";
import type { Headers, HttpRequest, Transport } from "../index.js";

/** Answers requests in place of the API. */
export type Responder = (
  request: HttpRequest,
) => Promise<StubReply> | StubReply;

export interface StubReply {
  readonly status: number;
  readonly headers: Headers;
  /** Text goes out as UTF-8. */
  readonly body: string | Uint8Array;
}

/**
 * What stands in for the API. With `API_DRY_RUN`, the first request ends the call, which tells it, whatever a handler
 * would make of an answer; with `API_MOCK`, `mock` answers; else requests are sent by the transport.
 */
export function dryRun(
  env: NodeJS.ProcessEnv,
  transport: Transport,
  mock?: (env: NodeJS.ProcessEnv) => Responder,
): Transport {
  if (isOn(env["API_DRY_RUN"])) return standIn(orToken(shown));
  if (isOn(env["API_MOCK"])) {
    if (mock) return standIn(orToken(mock(env)));
    throw new Error(
      "API_MOCK is set, but this server has no answers to give: generate it with --emit tests.",
    );
  }
  // A client may have been made before the tests begin.
  const send: Transport = (request, signal) =>
    staged ? standIn(staged)(request, signal) : transport(request, signal);
  return Object.assign(send, transport);
}

const isOn = (text = "") => !/^(|0|false|no|off)$/i.test(text.trim());

let staged: Responder | undefined;

/** For tests: from now on, this answers the requests of all clients. */
export function respondWith(stage: Responder): void {
  staged = stage;
}

/** What asks for a token gets one, so that no credential is needed. */
function orToken(stage: Responder): Responder {
  return (request) => tokenFor(request) ?? stage(request);
}

/** Where requests go: without an address, to one that stands in for it while nothing is sent. */
export function requestAddress(env: NodeJS.ProcessEnv, url: string): string {
  return isOn(env["API_DRY_RUN"]) || isOn(env["API_MOCK"])
    ? new URL(url, "https://api.example").href
    : url;
}

function standIn(stage: Responder): Transport {
  const send: Transport = async (request) => {
    const reply = await stage(request);
    const bytes = Buffer.from(reply.body);
    const body = (async function* () {
      if (bytes.length > 0) yield await Promise.resolve(bytes);
    })();
    return { status: reply.status, headers: reply.headers, body };
  };
  return Object.assign(send, { isRehearsal: true });
}

function tokenFor({ body, url }: HttpRequest): StubReply | undefined {
  const token = { access_token: "rehearsed", token_type: "Bearer" };
  if (body && /(^|&)grant_type=/.test(Buffer.from(body).toString()))
    return json(token);
  return /\/\.well-known\/o[\w-]+$/.test(url)
    ? json({ token_endpoint: new URL("/token", url).href })
    : undefined;
}

/** A reply of JSON. */
export function json(value: unknown, status = 200): StubReply {
  const headers = { "content-type": "application/json" };
  return { status, headers, body: JSON.stringify(value) };
}

/** The request as it would leave, without what proves who is calling. */
function shown({ body, headers, method, url }: HttpRequest): never {
  const lines = Object.entries(headers).map(([name, value]) =>
    SECRET.test(name) ? `${name}: [redacted]` : `${name}: ${value}`,
  );
  const text = body === undefined ? "" : `\n\n${readable(body)}`;
  throw new ArgumentError(
    `Dry run: nothing was sent.\n\n${[`${method} ${url}`, ...lines].join("\n")}${text}`,
  );
}

const SECRET = /^(authorization|cookie|proxy-authorization)$|key|token|secret/;

function readable(body: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch {
    return `(${body.length} bytes)`;
  }
}
