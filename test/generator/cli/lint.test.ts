import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { clean, faults } from "../lint/document.js";
import { toolwright } from "../cli.js";
import { temporaryFolder } from "../temporary.js";

test("lint exits with 0 for warnings, with 1 for errors and with --strict, with 2 for invalid input", async () => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, "api.yaml"), faults());
  writeFileSync(join(cwd, "clean.yaml"), clean());
  const run = (...args: string[]) =>
    toolwright([...args, "--all-routes-as-tools"], { cwd });
  const warned = await run("lint", "api.yaml");
  expect(warned).toMatchObject({ code: 0, stderr: "" });
  expect(warned.stdout).toContain("api.yaml:25:11  src/tools/list-animals.ts:");
  expect(warned.stdout).toMatch(/14 tools: 0 errors, 10 warnings, 10 notes\n$/);
  expect((await run("lint", "api.yaml", "--strict")).code).toBe(1);
  expect((await run("lint", "clean.yaml", "--strict")).code).toBe(0);
  expect((await run("lint", "absent.yaml")).code).toBe(2);

  await run("generate", "clean.yaml", "--out", "mcp");
  writeFileSync(
    join(cwd, "mcp/src/custom/index.ts"),
    `import { defineTool } from "../runtime/features/components/custom/define.js";
export const custom = [
  defineTool({ name: "wave", example: { times: 1 }, arguments: { times: { type: "string", enum: ["1", "2"] } }, handler: () => "" }),
  defineTool({ name: "bow", example: { depth: "low" }, arguments: { depth: { type: "integer" } }, handler: () => "" }),
];
`,
  );
  const failed = await toolwright(["lint", "mcp", "--format", "json"], { cwd });
  expect(failed.code).toBe(1);
  expect(JSON.parse(failed.stdout)).toMatchObject({
    passed: false,
    toolCount: 3,
    counts: { error: 2 },
  });
});
