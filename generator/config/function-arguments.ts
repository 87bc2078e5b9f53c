import { ToolwrightError } from "../errors.js";
import { isObject } from "../shared/json.js";

/**
 * Checks the arguments of a public function, which a script may call without types. Throws a `ToolwrightError` that
 * names the first one that is not an object.
 */
export function checkFunctionArguments(
  functionName: "add" | "check" | "diff" | "generate" | "plan" | "report",
  values: { readonly config: unknown; readonly options: unknown },
): void {
  for (const [name, value] of Object.entries(values)) {
    if (isObject(value)) continue;
    const example =
      name === "config"
        ? 'a config: { document: "openapi.yaml", out: "my-api-mcp" }. Pass the configs of a list one at a time'
        : "an object, or omit it";
    throw new ToolwrightError({
      code: "invalid-argument",
      message: `${functionName}(): the argument \`${name}\` must be an object, not ${describeKind(value)}.`,
      hint: `Give ${example}.`,
    });
  }
}

function describeKind(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  return value === null || value === undefined
    ? String(value)
    : `a ${typeof value}`;
}
