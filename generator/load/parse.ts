import { ToolwrightError } from "../errors.js";
import { parseJson } from "./parse-json.js";
import { parseYaml } from "./parse-yaml.js";
import type { Parsed } from "./parsed.js";
import { foreignText } from "./recognise.js";

/** Reads JSON or YAML text. Throws `ToolwrightError` with line and column. */
export function parse(text: string, file: string): Parsed {
  if (text.trim() === "")
    throw new ToolwrightError({
      code: "empty-document",
      message: "The document is empty.",
      file,
      hint: "Give a file that holds an OpenAPI description.",
    });
  const foreign = foreignText(text);
  if (foreign !== undefined)
    throw new ToolwrightError({ code: "not-openapi", file, ...foreign });
  // A brace may also begin YAML in flow style, with comments and trailing commas.
  const json = /^\s*[{[]/.test(text) ? parseJson(text, file) : undefined;
  return json ?? parseYaml(text, file);
}
