import { expect, test } from "vitest";
import { check } from "../../../generator/commands/check.js";
import { add } from "../../../generator/commands/add.js";
import { linkPackages, typeErrors } from "./packages.js";
import { project, type Project } from "./project.js";
import { oneMore, shop } from "./shop.js";

const list = "src/custom/index.ts";
const line = `import { custom } from "./custom/index.js";\n`;
const [server, text] = ["src/server.ts", shop()];

test("src/custom/index.ts lists your own tools, and is written once", async () => {
  const made = project();
  const config = { features: ["custom"], allRoutesAsTools: true };
  await made.generate(text, { config });
  expect(made.read(server)).toContain(
    "features: [context(), structuredOutput(), prompts(), resources()]",
  );
  made.write(
    list,
    `import { defineTool, definePrompt, defineResource, text } from "../runtime/features/components/custom/define.js";
import type { Component } from "../runtime/index.js";
import getPet from "../tools/get-pet.js";

const greet = defineTool({
  name: "greet",
  arguments: { petId: { type: "integer", required: true } },
  async handler({ petId }, { call, elicit, log, principal }) {
    const { data } = await call(getPet, { petId });
    const said = await elicit("Is it yours?", { own: { type: "boolean" } });
    log.info("greeted", { principal: principal?.id, own: said?.own === true });
    return text(\`Hello, \${data.name ?? "you"}!\`);
  },
});
const feed = definePrompt({ name: "feed", text: "Feed them." });
const page = defineResource({ name: "page", uri: "ui://page", read: () => "<p>" });

export const custom: readonly Component[] = [greet, feed, page];
`,
  );
  const mine = made.read(list);
  linkPackages(made);
  expect(await typeErrors(made)).toEqual([]);
  const state = await check({ ...config, out: made.out }, { text });
  expect(state).toMatchObject({ current: true, drifts: [], flaws: [] });
  const lockLine = () =>
    made
      .read("toolwright.lock")
      .split("\n")
      .find((one) => one.includes(list));
  const before = lockLine();
  await made.generate(shop(oneMore), { config });
  expect(made.read(list)).toBe(mine);
  expect(lockLine()).toBe(before);

  // An argument that a called tool has no more fails the type check.
  const renamed = shop(
    ["/pets/{petId}:", "/pets/{id}:"],
    ["{ name: petId, in: path", "{ name: id, in: path"],
  );
  await made.generate(renamed, { config });
  expect(await typeErrors(made)).toMatchObject([
    expect.stringContaining("src/custom/index.ts"),
  ]);
});

test("the example in the comment of src/custom/index.ts imports nothing", async () => {
  const made = project();
  await made.generate(text);
  made.remove("src/tools/get-pet.ts");
  await made.generate(text);
  const config = { out: made.out, allRoutesAsTools: true };
  expect((await check(config, { text })).flaws).toEqual([]);
});

test("src/custom/index.ts is added to an older project with edits", async () => {
  const made = project();
  // As it was: without the file, and without its line.
  made.write(list, "export const mine = 1;\n");
  await made.generate(text);
  made.remove(list);
  made.edit(server, [
    "...Object.values(toolList)",
    "...Object.values(toolList).slice(1)",
  ]);
  const told = await made.generate(text);
  expect(told).toEqual([`created ${list}`, `merged ${server}`]);
  expect(made.read(server)).toContain(line);
  expect(made.read(server)).toMatch(/slice\(1\), \.\.\.custom\]/);
  linkPackages(made);
  expect(await typeErrors(made)).toEqual([]);
});

test("src/custom/index.ts stays deleted", async () => {
  const made = project();
  await made.generate(text);
  made.remove(list);
  made.write(
    server,
    made.read(server).replace(line, "").replace(", ...custom", ""),
  );
  await made.generate(shop(oneMore));
  expect(made.has(list)).toBe(false);
  expect(made.read(server)).not.toContain("custom");
});

test("src/custom/index.ts without a list is not imported", async () => {
  const made = project();
  made.write(list, "export const mine = 1;\n");
  await made.generate(text);
  expect(made.read(list)).toBe("export const mine = 1;\n");
  expect(made.read(server)).not.toContain("custom");
  made.write(list, "export const custom = [];\n");
  expect(await made.generate(text)).toEqual([
    `kept ${list}`,
    "updated src/server.ts",
  ]);
  expect(made.read(server)).toContain(line);
  expect(made.read(list)).toBe("export const custom = [];\n");
});

test.each([
  ["with the lock", () => undefined],
  ["without a lock", (made: Project) => made.remove("toolwright.lock")],
])(
  "%s, src/custom/index.ts counts as edited, and moved files are followed",
  async (_, lose) => {
    const made = project();
    await made.generate(text);
    const moved = "src/tools/pets/create.ts";
    const createPet = made.read("src/tools/create-pet.ts");
    made.write(moved, createPet.replaceAll('"../', '"../../'));
    made.remove("src/tools/create-pet.ts");
    made.edit("src/tools/index.ts", ["./create-pet.js", "./pets/create.js"]);
    made.write(
      list,
      `import type { Component } from "../runtime/index.js";
import getPet from "../tools/get-pet.js";

const again = { ...getPet, name: "again" };

export const custom: readonly Component[] = [again];
`,
    );
    const mine = made.read(list);
    lose(made);
    await made.generate(text, { adopt: !made.has("toolwright.lock") });
    expect(made.read(list)).toBe(mine);
    expect(made.has("src/tools/create-pet.ts")).toBe(false);
    const renamed = shop(["operationId: getPet", "operationId: fetchPet"]);
    await made.generate(renamed);
    expect(made.read(list)).toContain("../tools/fetch-pet.js");
    linkPackages(made);
    expect(await typeErrors(made)).toEqual([]);
    expect(await made.generate(renamed)).toEqual([`kept ${list}`]);
  },
);

test("src/custom/index.ts can be added by hand", async () => {
  const made = project();
  await made.generate(text);
  expect(await add("custom", { out: made.out })).toMatchObject({
    users: [list],
    imports: [
      'import { definePrompt, defineResource, defineTool } from "../runtime/features/components/custom/define.js";',
    ],
  });
  linkPackages(made);
  expect(await typeErrors(made)).toEqual([]);
});
