import { PassThrough } from "node:stream";
import { createInterface } from "node:readline";
import type { McpService } from "../../runtime/index.js";
import type { Log } from "../../runtime/index.js";
import { connectStdio } from "../../runtime/sdk.js";

/** A transport of a client of either SDK, to a server that speaks on the streams of stdio. */
export async function pipesTo(service: McpService, log: Log) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const connection = await connectStdio(service, log, { input, output });
  const transport = {
    onmessage: undefined as ((message: never) => void) | undefined,
    onclose: undefined as (() => void) | undefined,
    async start() {
      createInterface({ input: output }).on("line", (line) =>
        transport.onmessage?.(JSON.parse(line) as never),
      );
    },
    async send(message: object) {
      input.write(`${JSON.stringify(message)}\n`);
    },
    async close() {
      await connection.close();
      transport.onclose?.();
    },
  };
  return transport;
}
