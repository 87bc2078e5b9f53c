import { once } from "node:events";
import { createServer } from "node:http";
import { answer } from "./http.js";
import { routes } from "./routes.js";
import { openShop } from "./shop.js";

export interface ApiOptions {
  /** Folder that keeps the shop's data; made and filled where it is empty. */
  readonly folder: string;
  /** Default: any free one. */
  readonly port?: number;
  /** Required value of `X-Shop-Key`. */
  readonly key?: string;
}

export interface RunningApi {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  close(): Promise<void>;
}

/** Opens the bookshop on the loopback interface. */
export async function startApi(options: ApiOptions): Promise<RunningApi> {
  const { folder, port = 0, key = "demo-key" } = options;
  const shop = await openShop(folder, key);
  const server = createServer((request, response) => {
    void answer(request, response, { routes, shop });
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");

  const address = server.address();
  if (address === null || typeof address === "string") {
    throw new Error("The bookshop listens on no TCP port.");
  }
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
