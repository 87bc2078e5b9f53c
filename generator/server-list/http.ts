import { ToolwrightError, wrapError } from "../errors.js";
import type { JsonObject } from "../shared/json.js";
import { stripCredentials } from "../load/location.js";
import {
  createByteCounter,
  createTimeoutError,
  parseMessage,
  readResult,
  ResponseError,
  type ServerLimits,
  type Transport,
} from "./transport.js";

/**
 * Talks to a server over Streamable HTTP: a POST for each message, answered as JSON or as a stream of events.
 * https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#streamable-http
 */
export function openUrl(
  url: URL,
  {
    headers,
    limits,
  }: {
    readonly headers: Readonly<Record<string, string>>;
    readonly limits: ServerLimits;
  },
): Transport {
  const countBytes = createByteCounter(limits);
  let lastId = 0;
  let version: string | undefined;
  let sessionId: string | undefined;

  async function send(
    method: string,
    message: JsonObject,
    httpMethod = "POST",
  ): Promise<Response> {
    const isPost = httpMethod === "POST";
    const signal = AbortSignal.timeout(limits.timeout);
    try {
      return await fetch(stripCredentials(url), {
        method: httpMethod,
        // A header of a person must not reach another host.
        redirect: "manual",
        signal,
        headers: {
          ...(url.username !== "" && { authorization: toBasic(url) }),
          ...headers,
          accept: "application/json, text/event-stream",
          ...(isPost && { "content-type": "application/json" }),
          ...(version !== undefined && {
            "mcp-protocol-version": version,
            "mcp-method": method,
          }),
          ...(sessionId !== undefined && { "mcp-session-id": sessionId }),
        },
        ...(isPost && { body: JSON.stringify({ jsonrpc: "2.0", ...message }) }),
      });
    } catch (cause) {
      if (signal.aborted) throw createTimeoutError(method, limits);
      throw connectionError(url, cause);
    }
  }

  async function* readTexts(response: Response): AsyncGenerator<string> {
    const decoder = new TextDecoder();
    // fetch's body yields Uint8Array, but its type is `any`.
    const body = (response.body ?? []) as AsyncIterable<Uint8Array>;
    for await (const chunk of body) {
      countBytes(chunk.length);
      yield decoder.decode(chunk, { stream: true });
    }
  }

  async function readResponse(
    response: Response,
    id: number,
  ): Promise<JsonObject> {
    const [type = ""] = (response.headers.get("content-type") ?? "").split(";");
    const isStream = type.trim().toLowerCase() === "text/event-stream";
    const texts = readTexts(response);
    const messages = isStream ? readEvents(texts) : readWhole(texts);
    for await (const text of messages) {
      const message = parseMessage(text);
      const result = message && readResult(message, id);
      if (result !== undefined) return result;
    }
    throw response.ok
      ? new ToolwrightError({
          code: "not-an-mcp-server",
          message: `${describeUrl(url)} responded without a message of MCP.`,
          hint: "Pass the address of its endpoint, which often ends in /mcp.",
        })
      : new ResponseError(response.status, `status ${response.status}`);
  }

  return {
    async request(method, params) {
      const id = (lastId += 1);
      const response = await send(method, { id, method, params });
      sessionId ??= response.headers.get("mcp-session-id") ?? undefined;
      try {
        if (/^(?:3\d\d|401|403|404)$/.test(String(response.status)))
          throw statusError(url, response);
        return await readResponse(response, id);
      } catch (error) {
        if ((error as Error).name === "TimeoutError")
          throw createTimeoutError(method, limits);
        throw error instanceof ToolwrightError || error instanceof ResponseError
          ? error
          : connectionError(url, error);
      } finally {
        // A stream may go on after the response.
        await response.body?.cancel().catch(() => undefined);
      }
    },
    async notify(method) {
      const response = await send(method, { method });
      await response.body?.cancel();
    },
    setVersion(agreedVersion) {
      version = agreedVersion;
    },
    async close() {
      if (sessionId === undefined) return;
      // A server may refuse to end a session, and ends it by itself.
      const response = await send("", {}, "DELETE").catch(() => undefined);
      await response?.body?.cancel();
    },
  };
}

/** Login of an address as a header. https://www.rfc-editor.org/rfc/rfc7617 */
function toBasic({ password, username }: URL): string {
  const login = [username, password].map(decodeURIComponent).join(":");
  return `Basic ${Buffer.from(login).toString("base64")}`;
}

async function* readWhole(texts: AsyncIterable<string>) {
  const parts: string[] = [];
  for await (const text of texts) parts.push(text);
  yield parts.join("");
}

/**
 * Yields the data of each event. https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream
 */
async function* readEvents(texts: AsyncIterable<string>) {
  let parts: string[] = [];
  let data: string[] = [];
  for await (const text of texts) {
    const [firstPart = "", ...lines] = text.split("\n");
    parts.push(firstPart);
    for (const nextLine of lines) {
      const line = parts.join("").replace(/\r$/, "");
      parts = [nextLine];
      const [, value] = /^data:? ?(.*)$/s.exec(line) ?? [];
      if (value !== undefined) data.push(value);
      if (line !== "" || data.length === 0) continue;
      yield data.join("\n");
      data = [];
    }
  }
}

/** Address without its login and its query, which may hold a secret. */
function describeUrl(url: URL): string {
  const { origin, pathname } = stripCredentials(url);
  return `${origin}${pathname}`;
}

function connectionError(url: URL, cause: unknown): ToolwrightError {
  const { cause: reason = cause } = Object(cause) as { cause?: unknown };
  const { code, message = "" } = Object(reason) as Partial<
    Error & { code: string }
  >;
  return wrapError(cause, {
    code: "unreachable-server",
    message: `${describeUrl(url)} could not be reached: ${code ?? message}.`,
    hint: "Check the address, and that the server runs.",
  });
}

function statusError(url: URL, { headers, status }: Response): ToolwrightError {
  const place = describeUrl(url);
  const isRefusal = status === 401 || status === 403;
  if (status === 404)
    return new ToolwrightError({
      code: "not-an-mcp-server",
      message: `${place} was not found (404).`,
      hint: "Pass the address of the endpoint, which often ends in /mcp.",
    });
  return new ToolwrightError(
    isRefusal
      ? {
          code: "server-refused",
          message: `${place} refuses this caller (${status}).`,
          hint: "Pass what it asks for: --header 'Authorization: Bearer $MCP_TOKEN'. The value of the variable is taken from the environment.",
        }
      : {
          code: "server-redirects",
          message: `${place} redirects to ${JSON.stringify((headers.get("location") ?? "").slice(0, 200))} (${status}).`,
          hint: "Pass that address itself if you trust it: headers are not sent to another one.",
        },
  );
}
