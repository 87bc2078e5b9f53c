import type { Finding } from "../errors.js";
import { ToolwrightError } from "../errors.js";
import { parseYaml } from "./parse-yaml.js";
import { duplicateKey, lazily } from "./parsed.js";
import type { Parsed } from "./parsed.js";
import { createJsonPositions } from "./positions-json.js";
import { createLines } from "./positions.js";
import { foreignText } from "./recognise.js";
import { scanJson } from "./scan-json.js";

/** JSON texts up to this many characters are searched for keys that stand twice; larger ones are written by machines. */
const MAX_SCAN = 4_000_000;

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
  return /^\s*[{[]/.test(text) ? parseJson(text, file) : parseYaml(text, file);
}

function parseJson(text: string, file: string): Parsed {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return parseLooseJson(text, file);
  }
  return {
    value,
    findings: text.length > MAX_SCAN ? [] : duplicateKeys(text, file),
    locate: lazily(() => createJsonPositions(text)),
  };
}

// A brace may also begin YAML in flow style, with comments and trailing commas.
function parseLooseJson(text: string, file: string): Parsed {
  try {
    return parseYaml(text, file);
  } catch (cause) {
    const { error } = scanJson(text);
    if (error === null) throw cause;
    const problem = {
      code: "invalid-json",
      message: `This is not valid JSON: expected ${error.expected}.`,
      file,
      ...createLines(text)(error.offset),
      hint: "Correct that place; an editor with JSON support shows it, too.",
    };
    throw new ToolwrightError(problem, { cause });
  }
}

function duplicateKeys(text: string, file: string): Finding[] {
  const toPosition = createLines(text);
  return scanJson(text).duplicates.map(({ offset, pointer }) =>
    duplicateKey(pointer, file, toPosition(offset)),
  );
}
