import { expect, test } from "vitest";
import { formatBar } from "../../../generator/cli/console.js";
import { generate } from "../../../generator/index.js";
import { temporaryFolder } from "../temporary.js";

test("the progress bar moves at each stage, also while the document is read", async () => {
  const stages: string[] = [];
  await generate(
    { document: "test/emitted/schemes.json", out: temporaryFolder() },
    { onProgress: (stage) => stages.push(stage) },
  );
  expect(stages.slice(0, 4)).toEqual([
    "Reading the document",
    "Following references",
    "Checking the document",
    "Planning",
  ]);
  const lengths = stages.map((stage) => formatBar(stage).lastIndexOf("█") + 1);
  expect(Math.min(...lengths)).toBeGreaterThan(0);
  expect(lengths).toEqual([...new Set(lengths)].sort((a, b) => a - b));
});
