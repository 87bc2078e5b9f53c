import { ToolwrightError, type Problem } from "../errors.js";
import { isObject, type JsonObject } from "../shared/json.js";
import { normalizeLineEndings } from "../shared/line-endings.js";

/** Parses a package.json. Throws a ToolwrightError if it is not an object. */
export function parseManifest(text: string): JsonObject {
  return parseObject(text, {
    code: "bad-package",
    file: "package.json",
    hint: "Fix it: npm can't read it either.",
  });
}

/** Parses an object in JSON that a user may have broken. Throws a ToolwrightError with the given fields if it is not an object. */
export function parseObject(
  text: string,
  problemFields: Omit<Problem, "message">,
  parse: (text: string) => unknown = JSON.parse,
): JsonObject {
  try {
    const jsonValue = parse(normalizeLineEndings(text));
    if (isObject(jsonValue)) return jsonValue;
  } catch {
    // Reported below, like JSON that is not an object.
  }
  const message = "It is not a JSON object.";
  throw new ToolwrightError({ ...problemFields, message });
}
