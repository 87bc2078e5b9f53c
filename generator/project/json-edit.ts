import type { SavedOptions } from "../config/saved-options.js";
import { ToolwrightError, type Problem } from "../errors.js";
import { isObject, type JsonObject } from "../shared/json.js";
import { compareKeys } from "../shared/order.js";
import { escapeUnits } from "../shared/escape.js";
import { normalizeLineEndings } from "../shared/line-endings.js";
import { optionsPath } from "./paths.js";

/** Parses a package.json. Throws a ToolwrightError if it is no object. */
export function parseManifest(text: string): JsonObject {
  return parseObject(text, {
    code: "bad-package",
    file: "package.json",
    hint: "Fix it: npm can't read it either.",
  });
}

/**
 * Parses a project's saved options. Throws a ToolwrightError if they are no object. Each option is validated
 * by its reader.
 */
export function parseOptions(text: string): SavedOptions {
  return parseObject(text, {
    code: "options-damaged",
    file: optionsPath,
    hint: "If it has a git conflict, resolve it. Or delete the file, and pass the document and options again: toolwright generate openapi.yaml --out <the project>",
  });
}

/** Parses an object in JSON that a person may have broken. */
function parseObject(
  text: string,
  problemFields: Omit<Problem, "message">,
): JsonObject {
  try {
    const jsonValue: unknown = JSON.parse(normalizeLineEndings(text));
    if (isObject(jsonValue)) return jsonValue;
  } catch {
    // Reported below, like JSON that is no object.
  }
  const message = "It is not a JSON object.";
  throw new ToolwrightError({ ...problemFields, message });
}

/**
 * Formats a project's saved options, one a line, so that a pull request shows which one it changes. The text
 * is ASCII: all other characters are escaped.
 */
export function formatOptions(savedOptions: SavedOptions): string {
  const lines = Object.entries(savedOptions)
    .sort(compareKeys)
    .map(([name, setting]) => `  "${name}": ${JSON.stringify(setting)}`);
  const text = `{\n${lines.join(",\n")}\n}\n`;
  return text.replace(/[^ -~\n]/g, escapeUnits);
}
