import { request as httpRequest } from "node:http";
import type { Agent, IncomingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";

export interface Reply {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A request as it is written, `Host` included. */
export function ask(
  url: string,
  {
    method = "POST",
    headers = {},
    body = "",
    agent,
  }: {
    method?: string;
    headers?: Record<string, string>;
    body?: string;
    agent?: Agent;
  } = {},
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      url,
      {
        method,
        headers: { "content-type": "application/json", ...headers },
        agent,
      },
      (response) => {
        const { headers, statusCode: status } = response;
        text(response).then(
          (body) => resolve({ status, headers, body }),
          reject,
        );
      },
    );
    request.once("error", reject);
    request.end(body);
  });
}

/** A JSON-RPC request. */
export function message(method: string, params: object = {}): string {
  return JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
}
