/** The MCP SDK that speaks the protocol. */
export { sdk } from "./sdk/v1/connect.js";
export { createMcpServer } from "./sdk/v1/server.js";
