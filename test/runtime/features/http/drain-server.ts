// The child process of the drain test. Its arguments are the base URL of the API, and the seconds that a feature would
// take to close.
import { setTimeout as delay } from "node:timers/promises";
import { completions } from "../../../../runtime/features/components/completions.js";
import { resources } from "../../../../runtime/features/components/resources.js";
import type { Feature } from "../../../../runtime/index.js";
import { petService } from "../../fixture.js";
import { listen } from "../../alone.js";

const [, , baseUrl = "", closingSeconds = "0"] = process.argv;
const slowEnd: Feature = {
  name: "slow-end",
  methods({ context: { lifecycles } }) {
    lifecycles.add({ close: async () => delay(Number(closingSeconds) * 1000) });
    return {};
  },
};
const features = [slowEnd, completions(), resources()];
await listen(petService(baseUrl, { features }), {
  env: process.env,
  transport: "streamable-http",
  port: 0,
});
