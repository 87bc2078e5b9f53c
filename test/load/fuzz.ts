import { connect } from "node:net";
import { request as httpRequest } from "node:http";
import type { Agent } from "node:http";
import { text } from "node:stream/consumers";

/** Milliseconds after which no one responds any more. */
const PATIENCE = 15_000;

/**
 * Response on a separate connection until it ends; the request is complete, so that half a request gets a response as
 * well.
 */
export function sendRaw(url: string, request: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    const received: Buffer[] = [];
    const done = () => resolve(Buffer.concat(received).toString("latin1"));
    socket.setTimeout(PATIENCE, () => {
      socket.destroy();
      reject(new Error(`no end of the answer to ${JSON.stringify(request)}`));
    });
    socket.on("data", (chunk) => received.push(chunk));
    socket.once("error", done);
    socket.once("close", done);
    socket.end(request, "latin1");
  });
}

/** Status and body of the response to a JSON-RPC message. */
export function sendMessage(
  url: string,
  options: {
    readonly message: string;
    readonly agent: Agent;
    readonly headers?: Readonly<Record<string, string>>;
  },
): Promise<{ status: number; body: string }> {
  const { agent, headers, message } = options;
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      url,
      {
        method: "POST",
        agent,
        timeout: PATIENCE,
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          ...headers,
        },
      },
      (response) => {
        const { statusCode: status = 0 } = response;
        text(response).then((body) => resolve({ status, body }), reject);
      },
    );
    request.once("timeout", () => {
      request.destroy(new Error(`no answer to ${message}`));
    });
    request.once("error", reject);
    request.end(message);
  });
}

/** Does a piece of work many times, some of it at the same time. */
export async function many(
  count: number,
  work: (number: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const one = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: 32 }, one));
}
