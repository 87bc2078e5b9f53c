#!/usr/bin/env node
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { loadEnvFile } from "./runtime/features/start/env-file.js";
import {
  reportStartError,
  toLoadError,
} from "./runtime/features/start/report-start-error.js";

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
  const { env: envFile, help, ...options } = values;
  if (help) {
    process.stdout.write(HELP);
  } else {
    if (envFile && existsSync(envFile)) loadEnvFile(envFile, process.env);
    const { env } = process;
    // Imported only now, so that every module sees the variables of the file.
    const { run } = await import("./server.js").catch(toLoadError);
    await run({ ...options, env });
  }
} catch (error) {
  reportStartError(error);
  process.exit(1);
}
