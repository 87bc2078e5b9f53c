import type { FeatureDefinition } from "./feature.js";

export const node: FeatureDefinition = {
  name: "node",
  about: "stdio and HTTP on Node",
  imports: { "features/http/listen": "listen" },
  files: [
    "features/start/env-file",
    "features/start/open",
    "features/start/report-start-error",
  ],
  reason: "spec",
  isNeeded: () => true,
  server: { isImported: true },
  use: { file: "server", code: "listen(server, options)" },
};

export const http: FeatureDefinition = {
  name: "http",
  about: "Streamable HTTP",
  imports: { "features/http/http": "createHttpHandler" },
  reason: "spec",
  isNeeded: () => true,
  use: { file: "server", code: "listen(server, options)" },
};

export const cors: FeatureDefinition = {
  name: "cors",
  about: "calls from allowed web pages (CORS)",
  imports: { "features/http/cors": "cors" },
  server: { http: {} },
};

export const sessions: FeatureDefinition = {
  name: "sessions",
  about: "HTTP sessions",
  imports: {
    "features/http/sessions": "sessions",
    "sdk/session": "openSession",
  },
  server: { sessions: { example: "sessions(openSession)" } },
  onlyGenerated: "the flag --sessions in src/main.ts",
};

export const serverCard: FeatureDefinition = {
  name: "server-card",
  about: "a server card at /mcp/server-card",
  imports: { "features/http/server-card": "serverCard" },
  modules: { "./server-card.js": "card" },
  reason: "choice",
  isNeeded: ({ settings }) => settings.emit.includes("registry"),
  server: { http: { example: "serverCard(card)" } },
  onlyGenerated:
    "src/server-card.ts, with `--emit registry`, and its use in src/server.ts",
};

export const worker: FeatureDefinition = {
  name: "worker",
  about: "serverless hosts: Workers, Lambda, Deno, Bun",
  imports: { "features/http/worker": "fetchHandler" },
  reason: "choice",
  isNeeded: ({ settings }) => settings.emit.includes("worker"),
  use: {
    file: "worker",
    code: "fetchHandler(server, { env: process.env })",
  },
};
