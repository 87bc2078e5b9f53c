#!/usr/bin/env node
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { loadEnvFile } from "./runtime/features/env-file.js";
import { httpOptionsFrom } from "./runtime/features/http.js";
import { run } from "./server.js";

const HELP = `Usage: node dist/main.js [options]

  --transport <name>  stdio (default) or streamable-http
  --port <number>     port of streamable-http; default: PORT, or 3000
  --host <address>    address of streamable-http; default: HOST, or 127.0.0.1
  --env <file>        read variables from this file, if it exists
  --help              show this text

Environment variables are listed in .env.example.
`;

try {
  const { values } = parseArgs({
    options: {
      transport: { type: "string", default: "stdio" },
      port: { type: "string" },
      host: { type: "string" },
      env: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    process.stdout.write(HELP);
  } else {
    if (values.env && existsSync(values.env)) loadEnvFile(values.env);
    const { env } = process;
    await run({
      transport: values.transport,
      port: Number(values.port ?? (env["PORT"] || 3000)),
      host: values.host ?? (env["HOST"] || "127.0.0.1"),
      ...httpOptionsFrom(env),
    });
  }
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}
