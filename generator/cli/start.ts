#!/usr/bin/env node
/** What the command begins with: it imports nothing that an older Node does not have. */
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

if (major > 20 || (major === 20 && minor >= 19)) {
  await import("./cli.js");
} else {
  process.stderr.write(
    `toolwright needs Node 20.19 or newer; this is ${process.versions.node}.\n`,
  );
  process.exitCode = 2;
}
