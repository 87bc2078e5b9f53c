// Starts a built server on this Node, with its environment file, and lists its tools. Usage: node bench/start-server.mjs <project>
import { spawnSync } from "node:child_process";
import { join } from "node:path";

const [project = "."] = process.argv.slice(2);
const messages = [
  {
    id: 1,
    method: "initialize",
    params: {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "start-server", version: "1" },
    },
  },
  { method: "notifications/initialized" },
  { id: 2, method: "tools/list" },
];
const { stdout, stderr } = spawnSync(
  process.execPath,
  [join(project, "dist/main.js"), "--env", join(project, ".env.example")],
  {
    encoding: "utf8",
    input: messages
      .map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`)
      .join(""),
    timeout: 60_000,
  },
);
if (!stdout.includes('"serverInfo"') || !stdout.includes('"tools":[{')) {
  console.error(`The server does not run on Node ${process.version}:`, stderr);
  process.exitCode = 1;
}
