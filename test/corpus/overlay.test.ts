import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { load as parse } from "js-yaml";
import { describe, expect, test } from "vitest";
import { load } from "../../generator/load/load.js";
import { parseActions } from "../../generator/load/overlay-file.js";
import { parseSourceText } from "../../generator/load/source-file.js";

/** Sets and tests of https://github.com/OAI/Overlay-Specification. */
const OVERLAY = fileURLToPath(
  new URL("../../../shared/standards/overlay/", import.meta.url),
);

const SETS = filesIn("compliant-sets").filter((name) => !name.endsWith(".md"));
const TESTS = ["v1.0", "v1.1"].flatMap((version) =>
  ["pass", "fail"].flatMap((kind) =>
    filesIn(join("tests", version, kind)).map((name) => [
      join(version, kind, name),
      kind === "pass",
    ]),
  ),
) as [string, boolean][];

test("the Overlay test suite is found", ({ skip }) => {
  skip(SETS.length === 0, "no ../shared/standards beside the repository");
  expect([SETS.length, TESTS.length]).toEqual([8, 67]);
});

describe.skipIf(SETS.length === 0)("the Overlay test suite", () => {
  test.each(SETS)("has the expected output for set %s", async (name) => {
    const cwd = join(OVERLAY, "compliant-sets", name);
    const { document } = await load("openapi.yaml", {
      cwd,
      overlays: ["overlay.yaml"],
    });
    expect(document).toEqual(
      parse(readFileSync(join(cwd, "output.yaml"), "utf8")),
    );
  });

  test.each(TESTS)("passes test %s", async (name, isRight) => {
    const text = readFileSync(join(OVERLAY, "tests", name), "utf8");
    const check = async () =>
      parseActions(await parseSourceText({ text, name }, OVERLAY)).length;
    if (isRight) expect(await check()).toBeGreaterThan(0);
    else await expect(check()).rejects.toThrow();
  });
});

function filesIn(folder: string): string[] {
  const path = join(OVERLAY, folder);
  return existsSync(path) ? readdirSync(path) : [];
}
