import { ToolwrightError } from "../errors.js";
import { isObject, type JsonObject } from "../json.js";

/** What a package.json says; a person may have broken it. */
export function parseManifest(text: string): JsonObject {
  try {
    const manifest: unknown = JSON.parse(text);
    if (isObject(manifest)) return manifest;
  } catch {
    // Told as what is no object.
  }
  throw new ToolwrightError({
    code: "bad-package",
    file: "package.json",
    message: "It is no object in JSON.",
    hint: "Correct it: npm can't read it either.",
  });
}
