#!/usr/bin/env node
import { parseArgs } from "node:util";
import { tokensFrom } from "./runtime/features/auth/tokens.js";
import { choiceFrom } from "./runtime/features/choice.js";
import { httpOptionsFrom } from "./runtime/features/http.js";
import { run } from "./server.js";

const HELP = `Usage: node dist/main.js [options]

  --transport <name>  stdio (default) or streamable-http
  --port <number>     port of streamable-http; default PORT, else 3000
  --host <address>    address of streamable-http; default HOST, else 127.0.0.1
  --toolsets <tags>   only these groups of operations, with commas
  --only <names>      only these operations, or these besides --toolsets
  --exclude <names>   without these operations
  --read-only         without operations that do more than read
  --help              this text

Environment variables are listed in .env.example.
`;

try {
  const { values } = parseArgs({
    options: {
      transport: { type: "string", default: "stdio" },
      port: { type: "string", default: process.env["PORT"] || "3000" },
      host: { type: "string", default: process.env["HOST"] || "127.0.0.1" },
      toolsets: { type: "string" },
      only: { type: "string" },
      exclude: { type: "string" },
      "read-only": { type: "boolean" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    process.stdout.write(HELP);
  } else {
    await run({
      transport: values.transport,
      port: Number(values.port),
      host: values.host,
      ...choiceFrom(values, process.env),
      ...httpOptionsFrom(process.env),
      ...tokensFrom(process.env),
    });
  }
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}
