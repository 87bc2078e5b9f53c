import { Console } from "node:console";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import type { CreateServer, Running } from "./listen.js";

/** Serves one client on standard input and output, until the input ends or the output breaks. */
export async function listenOnStdio(
  createServer: CreateServer,
): Promise<Running> {
  // Standard output belongs to the protocol: one forgotten console.log would end the connection.
  globalThis.console = new Console(process.stderr, process.stderr);
  const server = createServer();
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve;
  });
  const close = () => server.close();
  const end = () => void close();
  process.stdin.once("end", end); // the SDK's transport does not listen for it
  process.stdin.once("close", end);
  process.stdout.once("error", end);
  await server.connect(new StdioServerTransport());
  return { close, closed };
}
