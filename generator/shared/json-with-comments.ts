import { loadCompiler } from "../typescript.js";

/** Parses JSON that may have comments and trailing commas. Throws an error if it is neither. */
export function parseJsonWithComments(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    // A text without comments gets the error that names its place.
    if (!/\/[/*]/.test(text)) throw cause;
    const { config, error } = loadCompiler().parseConfigFileTextToJson(
      "config.json",
      text,
    ) as { readonly config?: unknown; readonly error?: unknown };
    if (error === undefined && config !== undefined) return config;
    throw cause;
  }
}
