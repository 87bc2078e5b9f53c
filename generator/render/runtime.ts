import { readdirSync, readFileSync } from "node:fs";
import type { RenderedFile } from "../outcome.js";
import { PACKAGE_ROOT } from "../paths.js";

/** How an application in this process is called: by its Fetch handler, or through its `node:http` server. */
export type AppForm = "fetch" | "server";

/** Files that only some outputs need. */
const OPTIONAL: Readonly<Record<string, readonly AppForm[]>> = {
  "app/fetch.ts": ["fetch"],
  "app/import.ts": ["fetch", "server"],
  "app/server.ts": ["server"],
  "app/transport.ts": ["fetch", "server"],
  "http/jwt.ts": [],
};

/** The runtime, as it is copied byte for byte into every output; files for applications only where they are used. */
export function readRuntime(forms: readonly AppForm[]): RenderedFile[] {
  const folder = `${PACKAGE_ROOT}runtime/`;
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.endsWith(".ts"))
    .filter(
      (file) => OPTIONAL[file]?.some((form) => forms.includes(form)) ?? true,
    )
    .sort()
    .map((file) => ({
      path: `src/runtime/${file}`,
      text: readFileSync(folder + file, "utf8"),
      editable: true,
    }));
}
