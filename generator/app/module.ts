/** Whether a module is TypeScript by its name. */
export function isTypeScript(module: string): boolean {
  return /\.[cm]?tsx?$/.test(module);
}
