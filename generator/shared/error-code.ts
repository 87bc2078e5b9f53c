/**
 * Node's code of an error, such as `ENOENT`; empty if it has none. Takes `unknown`, since an error of another VM
 * context is not an instance of this context's `Error`.
 */
export function errorCode(error: unknown): string {
  const { code = "" } = Object(error) as { readonly code?: unknown };
  return String(code);
}
