import { createLog } from "../../runtime/features/observe/log.js";
import { createContext } from "../../runtime/features/start/open.js";
import type {
  Environment,
  Feature,
  Log,
  ServerContext,
} from "../../runtime/index.js";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { jsonStrings } from "../../runtime/features/bodies/json-strings.js";
import { longIntegers } from "../../runtime/features/bodies/long-integers.js";
import { axiosTransport } from "../../runtime/features/transport/axios.js";
import { credentials } from "../../runtime/features/credentials/credentials.js";
import type {
  Credential,
  CredentialFactory,
} from "../../runtime/features/credentials/credentials.js";
import {
  createHttpClient,
  defineTool,
  toRegisteredComponent,
} from "../../runtime/index.js";
import type {
  ApiResponse,
  Args,
  Client,
  ClientOptions,
  Schemas,
  Tool,
} from "../../runtime/index.js";
import type { RequestSpec } from "../../runtime/request.js";
import { send } from "../../runtime/send.js";

/** A request as it was on the wire. */
export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

type Handler = (
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
) => void;

/** A real API on this machine's loopback, closed when the test ends. Responds with `{"ok":true}` by default. */
export async function startUpstream(handler?: Handler) {
  const api = await listen(handler);
  onTestFinished(api.close);
  return api;
}

/** Starts an API for several tests. */
export async function listen(handler: Handler = answerOk) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString("latin1");
      received.push({
        method: request.method ?? "",
        url: request.url ?? "",
        headers: toHeaders(request.rawHeaders),
        body,
      });
      handler(request, response, body);
    });
  });
  // A connection that is closed while it is used again would fail a test under load.
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // Not null and no pipe: the server listens on a port.
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { received, close, baseUrl: `http://127.0.0.1:${String(port)}` };
}

function answerOk(_request: IncomingMessage, response: ServerResponse) {
  response.setHeader("content-type", "application/json").end('{"ok":true}');
}

/** A tool that sends its arguments: `GET /` by default. */
export function toolOf(more: Partial<Tool> = {}): Tool {
  return defineTool({
    name: "tool",
    request: "GET /",
    handler: (args, context) => context.send(args),
    ...more,
  });
}

export const NO_SCHEMAS: Schemas = { $defs: {}, arguments: {} };

/** Options of a client, which uses HTTP if no transport is given. */
export type Options = Omit<ClientOptions, "credentials" | "transport"> &
  Partial<Pick<ClientOptions, "transport">> & {
    /** Credentials by scheme, or functions that create them. */
    readonly credentials?: Readonly<
      Record<string, Credential | CredentialFactory>
    >;
    /** Variables of the client. */
    readonly env?: Environment;
  };

/** Context of a server with these variables. */
export function contextOf(
  env: Environment = {},
  {
    features = [],
    log = silent,
  }: { readonly features?: readonly Feature[]; readonly log?: Log } = {},
): ServerContext {
  return createContext(features, new Map(), { env, log });
}

export function clientOf(
  { credentials: given, env = {}, ...options }: Options,
  context = contextOf(env),
): Client {
  return createHttpClient(context, {
    transport: axiosTransport(),
    parseStrings: jsonStrings,
    writeJson: longIntegers,
    ...options,
    ...(given && {
      credentials: credentials(
        Object.fromEntries(
          Object.entries(given).map(([scheme, credential]) => [
            scheme,
            typeof credential === "function" ? credential : () => credential,
          ]),
        ),
      ),
    }),
  });
}

export const silent = createLog({ level: "silent" });

/** Recipe that sends a tool alone. */
export function recipeOf(
  tool: Tool,
  client: Client,
  schemas = NO_SCHEMAS,
): RequestSpec {
  return toRegisteredComponent(tool, {
    components: [tool],
    schemas,
    client: () => client,
  });
}

/** Sends one request the way a tool does. */
export function call(
  tool: Tool,
  args: Args,
  options: Options & { signal?: AbortSignal; progress?: string[] },
): Promise<ApiResponse> {
  const { signal, progress, ...given } = options;
  const client = clientOf(given);
  return send(recipeOf(tool, client), args, {
    client,
    signal: signal ?? new AbortController().signal,
    progress: (message) => progress?.push(message),
  });
}

function toHeaders(raw: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let i = 0; i < raw.length; i += 2) {
    headers[raw[i] ?? ""] = raw[i + 1] ?? "";
  }
  return headers;
}
