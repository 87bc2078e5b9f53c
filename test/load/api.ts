import { createServer } from "node:http";
import type { ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Outcomes of calls, by turns. */
export const TURNS = ["ok", "slow", "fails", "resets", "breaks off"] as const;

export type Turn = (typeof TURNS)[number];

/** The turn of the item with this number. */
export function turnOf(id: number): Turn {
  return TURNS[id % TURNS.length] ?? "ok";
}

/** An API of items that is slow, fails and resets by turns, and counts how often each item was asked for. */
export async function startItems() {
  const asked = new Map<number, number>();
  const server = createServer(
    { keepAliveTimeout: 60_000 },
    (request, response) => {
      const id = Number(/^\/items\/(\d+)$/.exec(request.url ?? "")?.[1]);
      asked.set(id, (asked.get(id) ?? 0) + 1);
      answer(response, id);
    },
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // it listens on TCP
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { asked, close, baseUrl: `http://127.0.0.1:${port}` };
}

function answer(response: ServerResponse, id: number): void {
  const body = JSON.stringify({ id });
  const headers = { "content-type": "application/json" };
  switch (turnOf(id)) {
    case "ok":
      response.writeHead(200, headers).end(body);
      return;
    case "slow":
      setTimeout(() => response.writeHead(200, headers).end(body), 25);
      return;
    case "fails":
      response.writeHead(503, headers).end(body);
      return;
    case "resets":
      response.socket?.resetAndDestroy();
      return;
    case "breaks off":
      response.writeHead(200, { ...headers, "content-length": 999 });
      response.write(body, () => response.destroy());
  }
}
