#!/usr/bin/env node
/** Entry of the command. It imports nothing that an older Node does not have. */
import * as modules from "node:module";
import { setFlagsFromString } from "node:v8";

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

// Most runs end before V8's optimisations pay off; they take a third of the processor's time.
if (major === 20) setFlagsFromString("--interrupt-budget=1000000");
// The heap of a large run is mostly garbage: without a bound on its growth, it takes 40 MB more and no less time.
if (major <= 22) setFlagsFromString("--heap-growing-percent=100");
// Newer versions of Node have no such flag, and keep compiled code for the next run.
(modules as { enableCompileCache?: () => void }).enableCompileCache?.();

if (major > 20 || (major === 20 && minor >= 19)) {
  const { run } = await import("./cli.js");
  await run(process.argv.slice(2));
} else {
  process.stderr.write(
    `toolwright needs Node 20.19 or newer. This is ${process.versions.node}.\n`,
  );
  process.exitCode = 2;
}
