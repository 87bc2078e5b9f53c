import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { invalid, Problem } from "./problem.js";
import { findRoute } from "./router.js";
import type { Call, Reply, Routes } from "./router.js";
import type { Shop } from "./shop.js";

const MAX_BODY_BYTES = 1024 * 1024;

/** Answers one request. Whatever goes wrong leaves as problem details. */
export async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { routes, shop }: { routes: Routes; shop: Shop },
): Promise<void> {
  const hangup = new AbortController();
  response.on("close", () => hangup.abort());
  try {
    const url = new URL(request.url ?? "/", "http://bookshop");
    const route = findRoute(routes, request.method ?? "GET", url.pathname);
    const call: Call = {
      params: route.params,
      query: url.searchParams,
      headers: request.headers,
      body: await readBody(request),
      signal: hangup.signal,
    };
    await write(response, await route.handle(call, shop));
  } catch (error) {
    if (response.headersSent) response.destroy();
    else await write(response, toReply(error));
  }
}

/** A JSON answer. */
export function json(
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  return {
    status,
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(value),
  };
}

/** The body as JSON; an empty one is `{}`. */
export function readJson(call: Call): unknown {
  if (call.body.length === 0) return {};
  try {
    return JSON.parse(call.body.toString("utf8"));
  } catch {
    throw invalid([{ field: "", detail: "must be JSON" }]);
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  if (size > MAX_BODY_BYTES) {
    throw new Problem(413, "Too large", {
      detail: `The body is over ${MAX_BODY_BYTES} bytes.`,
    });
  }
  return Buffer.concat(chunks);
}

async function write(response: ServerResponse, reply: Reply): Promise<void> {
  response.writeHead(reply.status, reply.headers);
  const { body } = reply;
  if (body === undefined) {
    response.end();
  } else if (typeof body === "string" || body instanceof Uint8Array) {
    response.end(body);
  } else {
    await pipeline(Readable.from(body), response);
  }
}

function toReply(error: unknown): Reply {
  const problem =
    error instanceof Problem
      ? error
      : new Problem(500, "Internal error", { detail: "Something broke." });
  const { status, title, message, errors } = problem;
  return json(
    status,
    { title, status, detail: message, ...(errors.length > 0 && { errors }) },
    { "content-type": "application/problem+json" },
  );
}
