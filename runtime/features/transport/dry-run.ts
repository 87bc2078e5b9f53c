import { ArgumentError, readBytes } from "../../index.js";
import type {
  ByteStream,
  Environment,
  Headers,
  HttpRequest,
  Middleware,
  Transport,
} from "../../index.js";

declare module "../../context.js" {
  interface ServerContext {
    /** Replies to the requests of all clients in tests, which may set it when the clients exist already. */
    responder?: Responder;
  }
}

/** Replies to requests instead of the API. */
export type Responder = (
  request: HttpRequest,
) => Promise<StubReply> | StubReply;

export interface StubReply {
  readonly status: number;
  readonly headers: Headers;
  /** Text is sent as UTF-8. */
  readonly body: string | Uint8Array;
}

/**
 * Replaces the transport by a stub of the API, if a variable asks for it. With `API_DRY_RUN`, the first request ends the
 * call with an error that shows the request. With `API_MOCK`, `mock` replies to requests.
 */
export function dryRun(mock?: (env: Environment) => Responder): Middleware {
  return (transport, context) => {
    const { env } = context;
    if (isOn(env["API_DRY_RUN"]))
      return createStubTransport(withTokenReply(reportRequest));
    if (isOn(env["API_MOCK"])) {
      if (mock) return createStubTransport(withTokenReply(mock(env)));
      throw new Error(
        "API_MOCK is set, but this server has no mock responses. Generate it with --emit tests.",
      );
    }
    return (request, signal) =>
      context.responder
        ? createStubTransport(context.responder)(request, signal)
        : transport(request, signal);
  };
}

const isOn = (text = "") => !/^(|0|false|no|off)$/i.test(text.trim());

/** Replies to token requests itself, so that no credentials are needed. */
function withTokenReply(responder: Responder): Responder {
  return (request) => createTokenReply(request) ?? responder(request);
}

/** Returns the address of a request. While nothing is sent, a placeholder replaces a missing base URL. */
export function requestAddress(env: Environment, url: string): string {
  return isOn(env["API_DRY_RUN"]) || isOn(env["API_MOCK"])
    ? new URL(url, "https://api.example").href
    : url;
}

function createStubTransport(responder: Responder): Transport {
  const send: Transport = async (request) => {
    const { stream } = request;
    const streamed = stream && { body: await readStart(stream) };
    const reply = await responder({ ...request, ...streamed });
    const bytes = Buffer.from(reply.body);
    const body = (async function* () {
      if (bytes.length > 0) yield await Promise.resolve(bytes);
    })();
    return { status: reply.status, headers: reply.headers, body };
  };
  return Object.assign(send, { isDryRun: true });
}

/** Largest stream that is read for a test or a dry run, in bytes. */
const MAX_STREAM_BYTES = 1024 * 1024;

/** Reads a short stream. Describes a longer one. */
async function readStart(stream: ByteStream): Promise<Uint8Array> {
  const { size } = stream;
  if (size > MAX_STREAM_BYTES) return Buffer.from(`(${size} bytes)`);
  return (await readBytes(await stream.open(), size)).bytes;
}

function createTokenReply({ body, url }: HttpRequest): StubReply | undefined {
  const token = { access_token: "rehearsed", token_type: "Bearer" };
  if (body && /(^|&)grant_type=/.test(Buffer.from(body).toString()))
    return json(token);
  return /\/\.well-known\/o[\w-]+$/.test(url)
    ? json({ token_endpoint: new URL("/token", url).href })
    : undefined;
}

/** Creates a reply with JSON. */
export function json(value: unknown, status = 200): StubReply {
  const headers = { "content-type": "application/json" };
  return { status, headers, body: JSON.stringify(value) };
}

/** Throws an error that shows the request as it would be sent, without credentials. */
function reportRequest({ body, headers, method, url }: HttpRequest): never {
  const lines = Object.entries(headers).map(([name, value]) =>
    SECRET_HEADER.test(name) ? `${name}: [redacted]` : `${name}: ${value}`,
  );
  const text = body === undefined ? "" : `\n\n${toReadableText(body)}`;
  throw new ArgumentError(
    `Dry run: nothing was sent.\n\n${[`${method} ${url}`, ...lines].join("\n")}${text}`,
  );
}

const SECRET_HEADER =
  /^(authorization|cookie|proxy-authorization)$|key|token|secret/;

function toReadableText(body: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch {
    return `(${body.length} bytes)`;
  }
}
