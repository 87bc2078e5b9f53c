import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { check, generate, type Config } from "../../../generator/index.js";
import { snippetsOf } from "../../docs/pages.js";
import { typeErrors } from "../../type-check.js";
import { toolwright } from "../cli.js";
import { shop } from "../regenerate/shop.js";
import { ownCache, temporaryFolder } from "../temporary.js";

/** A folder with a document, and modules by their names. */
function folderWith(modules: Readonly<Record<string, string>>) {
  ownCache();
  const folder = temporaryFolder();
  const out = join(folder, "mcp");
  writeFileSync(join(folder, "shop.json"), shop());
  for (const [name, text] of Object.entries(modules))
    writeFileSync(join(folder, name), text);
  const config: Config = {
    document: join(folder, "shop.json"),
    out,
    extensions: Object.keys(modules),
  };
  const read = (path: string) => readFileSync(join(out, path), "utf8");
  const write = (path: string, text: string) =>
    writeFileSync(join(folder, path), text);
  return { config, folder, out, read, write };
}

const returning = (files: unknown) =>
  `export default () => (${JSON.stringify(files)});`;

test("the example extension of the docs writes the file that the page shows", async () => {
  const example = snippetsOf("ts").find(
    ({ page, text }) =>
      page === "docs/extensions.md" && text.includes("PlanFiles"),
  );
  const { folder, read, write } = folderWith({
    "house-style.ts": example?.text ?? "",
  });
  write(
    "toolwright.config.ts",
    `import { defineConfig } from "toolwright";
export default defineConfig({ document: "shop.json", out: "mcp", extensions: ["./house-style.ts"] });`,
  );
  const run = (...args: string[]) => toolwright(args, { cwd: folder });
  expect((await run("generate")).code).toBe(0);
  const page = read("extensions/house-style/writes.md");
  expect(page).toContain("| createPet | POST | no |");
  expect(page).not.toContain("| GET |");
  expect((await run("check")).code).toBe(0);
  const refused = await run("generate", "--offline");
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain("--safe refuses config");
});

test("the example feature of the docs is in the server, and goes with its module", async () => {
  const example = snippetsOf("ts").find(
    ({ page, text }) =>
      page === "docs/extensions.md" && text.includes("FeatureDefinition"),
  );
  const { config, folder, out, read, write } = folderWith({
    "count-calls.ts": example?.text ?? "",
  });
  const options = { cwd: folder };
  mkdirSync(join(folder, "mcp", "src", "custom"), { recursive: true });
  write(
    "mcp/src/custom/count-calls.ts",
    `import type { Feature } from "../runtime/index.js";

export function countCalls({ isSearched }: { isSearched: boolean }): Feature {
  return { name: isSearched ? "count-searches" : "count-calls", stage: "call" };
}
`,
  );
  await generate(config, options);
  const server = read("src/server.ts");
  expect(server).toContain(
    'import { countCalls } from "./custom/count-calls.js";',
  );
  expect(server).toMatch(
    /features: \[.*countCalls\(\{ isSearched: false \}\)/s,
  );
  expect(read(".env.example")).toContain("COUNT_EVERY=");
  expect(read("README.md")).toContain("logs every hundredth call.");
  symlinkSync(
    fileURLToPath(new URL("../../../node_modules", import.meta.url)),
    join(out, "node_modules"),
    "junction",
  );
  expect(await typeErrors(out)).toEqual([]);
  expect((await check(config, options)).current).toBe(true);
  await generate({ ...config, extensions: [] }, options);
  expect(read("src/server.ts")).not.toContain("countCalls");
  expect(read(".env.example")).not.toContain("COUNT_EVERY");
});

test.each<[string, string, RegExp]>([
  ["no name", `{ about: "a", imports: {} }`, /no `name`/],
  ["no imports", `{ name: "a", about: "a" }`, /no object `imports`/],
  [
    "the name of another",
    `{ name: "limits", about: "a", imports: {} }`,
    /called "limits", as one of toolwright is/,
  ],
  [
    "an error",
    `{ name: "a", about: "a", imports: {}, isNeeded() { throw new Error("no luck"); } }`,
    /The extension failed: no luck/,
  ],
])("a feature with %s is refused", async (_fault, feature, message) => {
  const { config, folder } = folderWith({
    "own.mjs": `export const feature = ${feature};`,
  });
  await expect(generate(config, { cwd: folder })).rejects.toThrow(message);
});

test("an extension's files are merged by lines when edited, and go with the extension", async () => {
  const path = "extensions/notes/list.md";
  const list = (...lines: string[]) =>
    returning([{ path, text: lines.join("\n\n") }]);
  const { config, folder, out, read, write } = folderWith({
    "notes.mjs": list("one", "two", "three\n"),
  });
  const options = { cwd: folder };
  await generate(config, options);
  writeFileSync(join(out, path), read(path).replace("one", "ours"));
  // Another file of the same name, since Node holds modules by address and time.
  mkdirSync(join(folder, "later"));
  write("later/notes.mjs", list("one", "two", "four\n"));
  await generate({ ...config, extensions: ["later/notes.mjs"] }, options);
  expect(read(path)).toBe("ours\n\ntwo\n\nfour\n");
  expect(
    (await check({ ...config, extensions: ["later/notes.mjs"] }, options))
      .current,
  ).toBe(true);
  writeFileSync(join(out, path), "one\n\ntwo\n\nfour\n");
  const { outcomes } = await generate({ ...config, extensions: [] }, options);
  expect(outcomes.find((outcome) => outcome.path === path)?.kind).toBe(
    "removed",
  );
});

test.each([
  ["no list", "bad.mjs", "export default () => null;", "returned no list"],
  ["no function", "bad.mjs", "export default 1;", "no function as its default"],
  [
    "no text",
    "bad.mjs",
    returning([{ path: "a" }]),
    "without a path or a text",
  ],
  [
    "an error",
    "bad.mjs",
    `export default () => { throw new Error("Oh."); };`,
    "failed: Oh.",
  ],
  ["a syntax error", "bad.mjs", "export default (", "The extension failed"],
  [
    "twice one path",
    "bad.mjs",
    returning(
      ["a", "a"].map((text) => ({ path: "extensions/bad/a.md", text })),
    ),
    "two files at",
  ],
  ["a bad name", "Bad_Name.mjs", returning([]), 'can\'t be called "Bad_Name"'],
  ...[
    "README.md",
    "../a.md",
    "extensions/other/a.md",
    "extensions/bad/../../a.md",
    "extensions/bad/a.ts",
    "extensions/bad/.npmrc",
    "extensions/bad/con/a.md",
    "extensions/bad",
    "/extensions/bad/a.md",
    "extensions\\bad\\a.md",
  ].map((path): [string, string, string, string] => [
    path,
    "bad.mjs",
    returning([{ path, text: "" }]),
    "may not write",
  ]),
])(
  "an extension with %s is refused, and nothing is written",
  async (_title, file, text, message) => {
    const { config, folder } = folderWith({ [file]: text });
    await expect(generate(config, { cwd: folder })).rejects.toThrow(message);
    expect(() => readFileSync(join(folder, "mcp", "package.json"))).toThrow();
  },
);

test("two extensions with one name are refused", async () => {
  const { config, folder } = folderWith({ "notes.mjs": returning([]) });
  mkdirSync(join(folder, "more"));
  writeFileSync(join(folder, "more", "notes.mjs"), returning([]));
  const extensions = ["notes.mjs", "more/notes.mjs"];
  await expect(
    generate({ ...config, extensions }, { cwd: folder }),
  ).rejects.toThrow("Two extensions are called notes");
});
