// The child process of the drain test. Its arguments are the base URL of the API, the seconds that a feature would take
// to close, and the grace of the server in seconds. It writes what happens to standard error.
import { setTimeout as delay } from "node:timers/promises";
import { completions } from "../../../../runtime/features/components/completions.js";
import { resources } from "../../../../runtime/features/components/resources.js";
import type { Feature } from "../../../../runtime/index.js";
import { petService } from "../../fixture.js";
import { listen } from "../../alone.js";

const [, , baseUrl = "", closingSeconds = "0", grace = ""] = process.argv;
const write = (line: string) => void process.stderr.write(`${line}\n`);
const slowEnd: Feature = {
  name: "slow-end",
  hooks({ context: { lifecycles } }) {
    lifecycles.add({
      close() {
        write("closing");
        return delay(Number(closingSeconds) * 1000);
      },
    });
    return {
      before({ caller: { signal } }) {
        signal.addEventListener("abort", () => write("aborted"));
      },
    };
  },
};
const features = [slowEnd, completions(), resources()];
await listen(petService(baseUrl, { features }), {
  env: process.env,
  transport: "streamable-http",
  port: 0,
  ...(grace && { grace: Number(grace) }),
});
