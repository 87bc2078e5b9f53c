import type { RunOptions } from "../listen.js";

/**
 * Returns the options of a server that keeps files for each caller. Throws if callers over HTTP are not authenticated.
 */
export function requireCallers<Options extends RunOptions>(
  options: Options,
): Options {
  if (options.transport !== "streamable-http" || options.auth) return options;
  throw new Error(
    "This server has files of each caller, so callers must authenticate over HTTP. Set MCP_TOKENS, or let its owner generate it with auth: jwt.",
  );
}
