/**
 * CPU time of masking secrets in a response of 1 MB: one that contains none of them, and one that repeats one at its
 * end, as JSON in a URL.
 *
 *     npx tsx bench/redact.ts [--other <redact.ts of another commit>]
 */
import { createHash } from "node:crypto";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import * as redaction from "../runtime/features/observe/redact.js";
import { row } from "./measure.js";

const { values } = parseArgs({ options: { other: { type: "string" } } });
const redactions: Record<string, typeof redaction> = { now: redaction };
if (values.other !== undefined)
  redactions["other"] = (await import(
    pathToFileURL(values.other).href
  )) as typeof redaction; // the same file of another commit

const pets = Array.from({ length: 12_000 }, (_, id) => ({
  id,
  name: `Pet number ${id}`,
  url: `https://example.com/pets/${id}`,
  tags: ["a", "b"],
}));
const response = JSON.stringify(pets).slice(0, 1_000_000);

const cells = ["secrets", "response", "version", "ms of CPU"];
process.stdout.write(`${row(cells)}\n${row(["--:", "---", "---", "--:"])}\n`);
for (const count of [1, 3, 64]) {
  const secrets = Array.from({ length: count }, (_, index) =>
    createHash("sha256").update(String(index)).digest("base64"),
  );
  const echo = encodeURIComponent(JSON.stringify(secrets[0]));
  const texts = { normal: response, "with an echo": response + echo };
  for (const [name, text] of Object.entries(texts))
    for (const [version, { createRedactor }] of Object.entries(redactions)) {
      const redact = createRedactor(() => secrets);
      const cost = measureCost(() => redact(text));
      process.stdout.write(`${row([count, name, version, cost])}\n`);
    }
}

/** The least of several runs, since others work on this machine as well. */
function measureCost(action: () => void): string {
  const costs = Array.from({ length: 9 }, () => {
    const start = process.cpuUsage();
    action();
    const { system, user } = process.cpuUsage(start);
    return (user + system) / 1000;
  });
  return Math.min(...costs).toFixed(2);
}
