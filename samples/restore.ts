/**
 * Writes the runtime of samples that are committed without it, as their locks have it, so that generating them again
 * doesn't take it for deleted by hand.
 */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { readLock } from "../generator/project/lock.js";
import configs from "./toolwright.config.js";

const here = fileURLToPath(new URL(".", import.meta.url));

for (const { out } of configs) {
  const folder = join(here, out);
  for (const [path, file] of readLock(folder)?.files ?? []) {
    const place = join(folder, path);
    const text = path.startsWith("src/runtime/") ? file.text() : undefined;
    if (text === undefined || existsSync(place)) continue;
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, text);
  }
}
