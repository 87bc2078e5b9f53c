/** Node's code of an error: `ENOENT`; empty where it has none. One of another context is no `Error` of this one. */
export function codeOf(error: unknown): string {
  const { code = "" } = Object(error) as { readonly code?: unknown };
  return String(code);
}
