import type { Feature } from "../../index.js";

/** Refuses a start over HTTP at which callers don't authenticate: each of them has a folder for files. */
export function callerFolders(): Feature {
  return {
    name: "caller-folders",
    needsCallers:
      "This server has files of each caller, so callers must authenticate over HTTP. Set MCP_TOKENS, or let its owner generate it with auth: jwt.",
  };
}
