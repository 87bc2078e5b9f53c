import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { load } from "js-yaml";
import { expect, onTestFinished, test, vi } from "vitest";
import { generate } from "../../generator/index.js";
import { isObject } from "../../generator/shared/json.js";
import { filesIn } from "../generator/project/write/folder.js";
import { aThird, documents, UNSERVABLE } from "./documents.js";

const MOST_BYTES = 2_000_000;

/** Merge keys and timestamps, which YAML's core schema does not know. */
const OTHER_YAML = ["openapits-yaml-merge", "pyclient-baseline-v31"];

/** Documents of one file that are quickly generated. */
const small = documents.filter(
  ({ id, path, refRoot }) =>
    dirname(path) === resolve(refRoot) &&
    !(id in UNSERVABLE) &&
    !OTHER_YAML.includes(id) &&
    statSync(path).size < MOST_BYTES,
);

test.for(aThird(small, 0))(
  "$id in another order generates the same",
  async ({ path }, { skip }) => {
    const folder = mkdtempSync(join(tmpdir(), "order-"));
    vi.stubEnv("XDG_CACHE_HOME", join(folder, "cache"));
    onTestFinished(() => {
      vi.unstubAllEnvs();
      rmSync(folder, { recursive: true });
    });
    const document = load(readFileSync(path, "utf8"));
    skip(
      hasTwins(document),
      "The first keeps the name, so the order says which.",
    );
    const files = async (name: string, value: unknown) => {
      // The last part of the path names the package.
      const out = join(folder, name, "server-of-api");
      await generate({ out }, { text: JSON.stringify(value) });
      return filesIn(out);
    };
    const before = await files("before", document);
    const after = await files("after", reversed(document));
    const different = Object.keys({ ...before, ...after }).filter(
      (file) => before[file] !== after[file],
    );
    expect(different).toEqual([]);
  },
);

/** True if two operations have one operationId. */
function hasTwins(document: unknown): boolean {
  const ids = JSON.stringify(document).match(/"operationId":"[^"]*"/g) ?? [];
  return new Set(ids).size < ids.length;
}

const MAPS =
  /^$|^(paths|components|definitions|parameters|responses|securityDefinitions)$|^(paths|components)\/[^/]*$/;

/** Document with paths, methods, tags and components from the last to the first. */
function reversed(value: unknown, place: readonly string[] = []): unknown {
  if (Array.isArray(value))
    return place.join("/") === "tags" ? value.toReversed() : value;
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(
    ([key, inner]) => [key, reversed(inner, [...place, key])] as const,
  );
  const key = place.map((part) => part.replaceAll("/", "~1")).join("/");
  return Object.fromEntries(MAPS.test(key) ? entries.toReversed() : entries);
}
