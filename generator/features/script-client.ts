import type { FeatureDefinition } from "./feature.js";

export const scriptClient: FeatureDefinition = {
  name: "script-client",
  about: "tools as typed functions for scripts",
  imports: { "features/components/script-client": "createScriptClient" },
  reason: "choice",
  isNeeded: ({ settings }) => settings.emit.includes("client"),
  main: {
    command: {
      name: "call",
      usage: "<tool> ['<JSON of its arguments>']",
      write: ({ hasScriptClient, options }) =>
        hasScriptClient
          ? {
              lines: [
                'const { printCall } = await import("./runtime/features/components/script-client.js");',
                `const isDone = await printCall(server, { env${options} }, ...rest);`,
                "process.exit(isDone ? 0 : 1);",
              ],
            }
          : undefined,
    },
  },
  use: {
    file: "script-client",
    code: "createScriptClient(server, tools, { env: process.env })",
  },
  onlyGenerated:
    "the command `call` in src/main.ts. `--emit client` writes src/script-client.ts",
};
