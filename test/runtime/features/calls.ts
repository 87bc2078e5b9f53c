import { createServer } from "node:http";
import type { IncomingMessage, RequestListener } from "node:http";
import type { AddressInfo, Server } from "node:net";
import { onTestFinished } from "vitest";
import type {
  ApiResponse,
  Args,
  Client,
  Headers,
  Principal,
  Tool,
} from "../../../runtime/index.js";
import { send } from "../../../runtime/send.js";
import { clientOf, recipeOf, toolOf } from "../upstream.js";
import type { Options } from "../upstream.js";

/** Serves an API on a free port of this machine until the test ends, and keeps the heads of its requests. */
export async function serve(answer: RequestListener) {
  const received: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    received.push(request);
    answer(request, response);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { received, baseUrl: `http://127.0.0.1:${await portOf(server)}` };
}

/** Starts a server on a free port. */
export async function portOf(server: Server) {
  await new Promise<void>((resolve) =>
    server.listen(0, "127.0.0.1", () => resolve()),
  );
  return (server.address() as AddressInfo).port; // it listens on TCP
}

/** Caller, its arguments and headers, and its end. */
export interface Asking {
  readonly tool?: Partial<Tool>;
  readonly args?: Args;
  readonly headers?: Headers;
  readonly principal?: Principal;
  readonly signal?: AbortSignal;
  readonly progress?: (message: string) => void;
}

/** Calls an API the way a server does: `GET /ask`, with the credential `it`. Rejects with the error for the model. */
export function callerOf(
  options: Options,
): (asking?: Asking) => Promise<ApiResponse> {
  const client = clientOf(options);
  return ({ args = {}, headers = {}, principal, tool = {}, ...call } = {}) => {
    const component = toolOf({
      name: "ask",
      request: "GET /ask",
      security: [["it"]],
      ...tool,
    });
    const own: Client =
      client.forCaller?.(client, headers, principal) ?? client;
    return send(recipeOf(component, client), args, {
      client: own,
      signal: new AbortController().signal,
      progress: () => undefined,
      ...call,
    }).catch((error: unknown) => {
      throw new Error(own.redact(String(error)));
    });
  };
}

/** The text of a response, or of the error in its place. */
export async function textOf(answer: Promise<ApiResponse>): Promise<string> {
  return answer.then(({ data }) => String(data), String);
}
