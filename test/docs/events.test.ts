import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

/** A line that a runtime file writes to the log: the name of its event. */
const WRITTEN =
  /\b(?:log\.(?:debug|info|warn|error)\(|writeLog\(\s*"\w+",|event:)\s*"([a-z-]+)"/g;

it("docs/observe.md lists each event of the log, and no others", () => {
  const files = readdirSync(join(root, "runtime"), {
    recursive: true,
    encoding: "utf8",
  }).filter((file) => file.endsWith(".ts"));
  const written = files.flatMap((file) =>
    [...read(join("runtime", file)).matchAll(WRITTEN)].map(
      ([, event]) => event,
    ),
  );
  const listed = [
    ...read("docs/observe.md").matchAll(
      /^\| `([a-z-]+)` +\| (?:debug|info|warn|error)/gm,
    ),
  ].map(([, event]) => event);
  expect([...new Set(listed)].sort()).toEqual([...new Set(written)].sort());
});
