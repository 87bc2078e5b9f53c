import { ToolwrightError } from "../errors.js";

/** Variable of the environment in a header: `$MCP_TOKEN` or `${MCP_TOKEN}`. */
const VARIABLE = /\$(?:(\w+)|\{(\w+)\})/g;

/** Name of a header. https://www.rfc-editor.org/rfc/rfc9110#section-5.6.2 */
const NAME = /^[!#$%&'*+.^`|~\w-]+$/;

/**
 * Parses headers such as `Authorization: $MCP_TOKEN`, in which variables stand for their values. No error shows a value,
 * which may be a secret.
 */
export function parseHeaders(
  texts: readonly string[],
  env: NodeJS.ProcessEnv,
): Record<string, string> {
  return Object.fromEntries(
    texts.map((text) => {
      const [name = "", template] = text.split(/:(.*)/s);
      if (template === undefined || !NAME.test(name))
        throw headerError(
          "--header must be a name and a value with a colon between them.",
        );
      const value = template
        .trim()
        .replace(VARIABLE, (_, plainName?: string, bracedName = "") => {
          const variable = plainName ?? String(bracedName);
          const variableValue = env[variable];
          if (variableValue !== undefined) return variableValue;
          throw headerError(
            `--header ${name} names the variable ${variable}, which is not set.`,
          );
        })
        .trim();
      // One byte a character, and no end of a line: https://www.rfc-editor.org/rfc/rfc9110#section-5.5
      if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
        throw headerError(
          `--header ${name} has a value with a character that no header may have.`,
        );
      return [name.toLowerCase(), value] as const;
    }),
  );
}

function headerError(message: string): ToolwrightError {
  return new ToolwrightError({
    code: "bad-option",
    message,
    hint: "Quote it, so that the shell leaves the variable alone: --header 'Authorization: Bearer $MCP_TOKEN'",
  });
}
