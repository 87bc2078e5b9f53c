import type { Memory } from "../config/saved-options.js";
import { ToolwrightError, type Problem } from "../errors.js";
import { isObject, type JsonObject } from "../shared/json.js";
import { byKey } from "../shared/order.js";
import { escapeUnits } from "../shared/escape.js";
import { plain } from "../shared/line-endings.js";
import { optionsPath } from "./paths.js";

/** What a package.json says. Throws a ToolwrightError where it is no object. */
export function parseManifest(text: string): JsonObject {
  return parsed(text, {
    code: "bad-package",
    file: "package.json",
    hint: "Correct it: npm can't read it either.",
  });
}

/** What a project asks for. Throws a ToolwrightError where it is no object. What it asks for is judged where it is obeyed. */
export function parseOptions(text: string): Memory {
  return parsed(text, {
    code: "options-damaged",
    file: optionsPath,
    hint: "Where git left a conflict in it, choose a side. Or delete it, and say document and options again: toolwright generate openapi.yaml --out <the project>",
  });
}

/** A person may have broken it. */
function parsed(text: string, problem: Omit<Problem, "message">): JsonObject {
  try {
    const value: unknown = JSON.parse(plain(text));
    if (isObject(value)) return value;
  } catch {
    // Told as what is no object.
  }
  const message = "It is no object in JSON.";
  throw new ToolwrightError({ ...problem, message });
}

/** What a project asks for, one option a line, so that a pull request shows which one it changes. ASCII: what no eye sees is escaped. */
export function formatOptions(memory: Memory): string {
  const lines = Object.entries(memory)
    .sort(byKey)
    .map(([name, value]) => `  "${name}": ${JSON.stringify(value)}`);
  const text = `{\n${lines.join(",\n")}\n}\n`;
  return text.replace(/[^ -~\n]/g, escapeUnits);
}
