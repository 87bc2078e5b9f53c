// Runtime of this MCP server, written by toolwright. You may edit this file: regeneration merges your edits.
/** An error in the source of a server. */
class LoadError extends Error {
  override readonly name = "LoadError";
}

/** Marks an error that was thrown while the server's modules were loaded. */
export function toLoadError(cause: unknown): never {
  throw new LoadError("The server can't be loaded.", { cause });
}

/** Writes why a server did not start: its own errors by their message, and errors in its source with their stack. */
export function reportStartError(error: unknown): void {
  const reason = error instanceof LoadError ? error.cause : error;
  const { message, stack } =
    reason instanceof Error ? reason : new Error(String(reason));
  const text = error instanceof LoadError ? (stack ?? message) : message;
  process.stderr.write(`${text}\n`);
}
