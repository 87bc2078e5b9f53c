import { fileURLToPath } from "node:url";

/** The MCP Inspector's command, which the suite's own package brings. */
export const inspector = fileURLToPath(
  new URL(
    "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js",
    import.meta.url,
  ),
);
