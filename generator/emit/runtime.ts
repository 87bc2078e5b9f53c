import { readdirSync, readFileSync } from "node:fs";
import type { AppForm } from "../app/messages.js";
import type { RenderedFile } from "../output/outcome.js";
import { PACKAGE_ROOT } from "../package.js";

/** What an output may need besides: to call applications of a form, to load TypeScript, to check tokens. */
export type Extra = AppForm | "typescript" | "gemini" | "jwt";

/** Files that only some outputs need. */
const OPTIONAL: Readonly<Record<string, readonly Extra[]>> = {
  "app/fetch.ts": ["fetch"],
  "app/frameworks.ts": ["fetch", "server"],
  "app/import.ts": ["fetch", "server"],
  "app/server.ts": ["server"],
  "app/transport.ts": ["fetch", "server"],
  "app/typescript.ts": ["typescript"],
  "arguments/gemini.ts": ["gemini"],
  "http/jwt.ts": ["jwt"],
};

/** The runtime, as it is copied byte for byte into every output; files for applications only where they are used. */
export function readRuntime(extras: readonly Extra[]): RenderedFile[] {
  const folder = `${PACKAGE_ROOT}runtime/`;
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.endsWith(".ts"))
    .filter(
      (file) => OPTIONAL[file]?.some((extra) => extras.includes(extra)) ?? true,
    )
    .sort()
    .map((file) => ({
      path: `src/runtime/${file}`,
      text: readFileSync(folder + file, "utf8"),
      editable: true,
    }));
}
