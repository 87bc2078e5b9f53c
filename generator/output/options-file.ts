import type { Memory } from "../config/memory.js";
import { ToolwrightError } from "../errors.js";
import { isObject } from "../json.js";
import { byKey, escapeUnits, plain } from "../text.js";
import { optionsPath } from "./paths.js";

/** What a project asks for, one option a line, so that a pull request shows which one it changes. ASCII: what no eye sees is escaped. */
export function formatOptions(memory: Memory): string {
  const lines = Object.entries(memory)
    .sort(byKey)
    .map(([name, value]) => `  "${name}": ${JSON.stringify(value)}`);
  const text = `{\n${lines.join(",\n")}\n}\n`;
  return text.replace(/[^ -~\n]/g, escapeUnits);
}

/** Throws a ToolwrightError where it is no object. What it asks for is judged where it is obeyed. */
export function parseOptions(text: string): Memory {
  try {
    const options: unknown = JSON.parse(plain(text));
    if (isObject(options)) return options;
  } catch {
    // Told as what is no object.
  }
  throw new ToolwrightError({
    code: "options-damaged",
    file: optionsPath,
    message: "It is no object in JSON.",
    hint: "Where git left a conflict in it, choose a side. Or delete it, and say document and options again: toolwright generate openapi.yaml --out .",
  });
}
