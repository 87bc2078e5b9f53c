/** The MCP SDK that speaks the protocol. */
export { sdk } from "./sdk/connect.js";
export { createMcpServer } from "./sdk/server.js";
