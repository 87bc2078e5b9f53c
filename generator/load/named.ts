import type { Config } from "../config/config.js";
import { ToolwrightError } from "../errors.js";
import { textOf } from "./part.js";

/** What a config names as its document, or a text that stands for it. */
export function namedIn({ document }: Config, text?: string) {
  if (text !== undefined) return { text, name: "standard input" };
  if (typeof document === "object") return textOf(document);
  if (document !== undefined) return document;
  throw new ToolwrightError({
    code: "no-document",
    message: "No OpenAPI document and no application is named.",
    hint: "Name a file, a URL or - for standard input: toolwright generate openapi.yaml --out my-api-mcp",
  });
}
