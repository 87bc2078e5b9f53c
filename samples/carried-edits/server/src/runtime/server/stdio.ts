import { Console } from "node:console";
import { Writable } from "node:stream";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import type { CreateServer, Running } from "./listen.js";

/**
 * Standard output for the protocol alone: one forgotten console.log would end the connection. What anything else
 * in this process writes there goes to standard error from now on.
 */
export function claimOutput(): Writable {
  const { stderr, stdout } = process;
  const write = stdout.write.bind(stdout);
  stdout.write = stderr.write.bind(stderr);
  globalThis.console = new Console(stderr, stderr);
  return new Writable({
    write: (chunk: Buffer, _encoding, done) => void write(chunk, done),
  });
}

/** Serves one client on standard input and output, until the input ends or the output breaks. */
export async function listenOnStdio(
  createServer: CreateServer,
  output: Writable,
): Promise<Running> {
  const server = createServer();
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve;
  });
  const close = () => server.close();
  const end = () => void close();
  process.stdin.once("end", end); // the SDK's transport does not listen for it
  process.stdin.once("close", end);
  process.stdout.once("error", end);
  await server.connect(new StdioServerTransport(process.stdin, output));
  return { close, closed };
}
