import { dirname } from "node:path";
import { expect, test } from "vitest";
import { describeResult } from "../../../generator/cli/generate-report.js";
import { createPaint } from "../../../generator/cli/table.js";
import { generate } from "../../../generator/index.js";
import { linkPackages, typeErrors } from "./packages.js";
import { project } from "./project.js";
import { shop } from "./shop.js";

const getPet = "src/tools/get-pet.ts";

test("an argument with a new type fails the type check where an edit uses it, and nowhere else", async () => {
  const made = project();
  await made.generate(shop());
  linkPackages(made);
  const used = "const page = args.petId.toFixed(0);";
  made.edit(getPet, [
    "return send(args);",
    `${used}\n    const { data } = await send(args);\n    return { page, data };`,
  ]);

  const { out } = made;
  const result = await generate(
    { out, allRoutesAsTools: true },
    {
      text: shop([
        "name: petId, in: path, required: true, schema: { type: integer }",
        "name: petId, in: path, required: true, schema: { type: string }",
      ]),
    },
  );
  const report = describeResult(result, {
    paint: createPaint(false),
    cwd: dirname(out),
    dryRun: false,
  });
  expect(report.split("\n").filter((line) => line.includes(".ts"))).toEqual([
    `  review    out/${getPet}: you edited it, and the API changed its arguments`,
  ]);
  const text = made.read(getPet);
  expect(text).not.toContain("<<<<<<<");
  const line = text.split("\n").findIndex((one) => one.includes(used)) + 1;
  expect(await typeErrors(made)).toEqual([
    expect.stringMatching(
      `^${getPet}\\(${line},\\d+\\): error TS\\d+: Property 'toFixed' does not exist on type 'string'`,
    ),
  ]);
});

test.each([
  ["no other file names", [], 0],
  ["skills name", ["skills" as const], 1],
])("a deleted tool that %s", async (_, emit, count) => {
  const made = project();
  await made.generate(shop());
  made.remove(getPet);
  const { out } = made;
  const config = { out, allRoutesAsTools: true, emit };
  const result = await generate(config, { text: shop() });
  const how = { paint: createPaint(false), cwd: dirname(out), dryRun: false };
  const lines = describeResult(result, how).split("\n");
  expect(lines).toContain(`  deleted   out/${getPet}: stays deleted`);
  const told =
    "  next: set `exclude` in the overrides of the operations that you deleted; skills and tests still name them";
  expect(lines.filter((line) => line === told)).toHaveLength(count);
});
