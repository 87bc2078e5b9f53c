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
  environment: {
    LOG_LEVEL: {
      meaning: "Log level (standard error): silent, error, warn, info or debug",
      value: "info",
    },
  },
  server: { isImported: true },
  use: { file: "server", code: "listen(server, options)" },
};

export const http: FeatureDefinition = {
  name: "http",
  about: "Streamable HTTP",
  imports: { "features/http/http": "createHttpHandler" },
  reason: "spec",
  isNeeded: () => true,
  environment: ({ auth }) => ({
    ...(auth === "tokens" && {
      MCP_TOKENS: {
        meaning:
          "HTTP: comma-separated bearer tokens (16+ characters), each alone, with its caller's name (`name:token`), or with scopes, too (`name:token:read write`). If empty, anyone who can reach the server may call it",
        isSecret: true,
      },
    }),
    MCP_DRAIN_SECONDS: {
      meaning:
        "HTTP: seconds for which the server still takes calls after SIGTERM, while /readyz returns 503. Default: 5",
    },
    MCP_ALLOWED_HOSTS: {
      meaning:
        "HTTP: comma-separated host names that callers may use, such as mcp.example.com. Default: localhost if bound to loopback, otherwise any",
    },
    MCP_ALLOWED_ORIGINS: {
      meaning:
        "HTTP: comma-separated origins of web pages that may call, such as https://app.example.com",
    },
  }),
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
  deployment: {
    args: ["--sessions"],
    singleReason: () => "sessions are kept in the memory of one process",
  },
  readme: {
    http: "`--sessions` keeps a session for each client in memory: at most 1,000 sessions, for 30 minutes without a request.",
  },
  main: {
    flags: [
      {
        name: "sessions",
        about: "keep a session for each client of streamable-http",
        settings: "default: false",
      },
    ],
  },
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
  project: { files: ["src/server-card.ts"] },
  onlyGenerated:
    "src/server-card.ts, with `--emit registry`, and its use in src/server.ts",
};

export const worker: FeatureDefinition = {
  name: "worker",
  about: "serverless hosts: Workers, Lambda, Deno, Bun",
  imports: { "features/http/worker": "fetchHandler" },
  reason: "choice",
  isNeeded: ({ settings }) => settings.emit.includes("worker"),
  project: { sideEffects: ["./src/main.ts", "./src/custom/**"] },
  readme: {
    section: `## Serverless hosts

\`src/worker.ts\` needs no sockets or files, and calls the API with \`fetch\`.

\`\`\`sh
npx wrangler dev                                # Cloudflare Workers; npx wrangler deploy
deno serve -A --port 3000 dist/worker.js        # after: npx esbuild src/worker.ts --bundle --platform=node --format=esm --outfile=dist/worker.js
bun run src/worker.ts                           # PORT=3000
\`\`\`

\`\`\`ts
import worker from "./worker.js";

app.all("/mcp", (context) => worker.fetch(context.req.raw)); // Hono
export const GET = worker.fetch, POST = worker.fetch; // Next.js: app/mcp/route.ts, with dist/worker.js
\`\`\``,
  },
  use: {
    file: "worker",
    code: "fetchHandler(server, { env: process.env })",
  },
};
