import { createHash } from "node:crypto";
import { createRequire } from "node:module";

/** Texts of earlier runs, by a digest of everything that they are made of. */
export interface TypingsCache {
  get(key: string): string | undefined;
  set(key: string, text: string): unknown;
}

/** A function that makes a text from plain data, where no earlier run has made it from the same. */
export function memory(
  cache: TypingsCache,
): (source: unknown, make: () => string) => string {
  const version = openApiTypeScriptVersion();
  return (source, make) => {
    const key = createHash("sha256")
      .update(version)
      .update(JSON.stringify(source))
      .digest("base64url");
    const known = cache.get(key);
    if (known !== undefined) return known;
    const text = make();
    cache.set(key, text);
    return text;
  };
}

function openApiTypeScriptVersion(): string {
  const require = createRequire(import.meta.url);
  // A package.json has a version.
  return (require("openapi-typescript/package.json") as { version: string })
    .version;
}
