#!/usr/bin/env node
import { parseArgs } from "node:util";
import { httpOptionsFrom } from "./runtime/index.js";
import { run } from "./server.js";

const HELP = `Usage: node dist/main.js [options]

  --transport <name>  stdio (default) or streamable-http
  --port <number>     port of streamable-http; default 3000
  --host <address>    address of streamable-http; default 127.0.0.1
  --sessions          keep a session for each client of streamable-http
  --help              this text

Environment variables are listed in .env.example.
`;

try {
  const { values } = parseArgs({
    options: {
      transport: { type: "string", default: "stdio" },
      port: { type: "string", default: "3000" },
      host: { type: "string", default: "127.0.0.1" },
      sessions: { type: "boolean", default: false },
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
      ...(values.sessions && { sessions: {} }),
      ...httpOptionsFrom(process.env),
    });
  }
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}
