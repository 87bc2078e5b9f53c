import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { check, generate, type Config } from "../../../generator/index.js";
import { temporaryFolder } from "../temporary.js";
import { project } from "./project.js";

/** An API of so many groups that its instructions name them. */
const api = (...tags: readonly string[]) =>
  JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Shop", version: "1" },
    servers: [{ url: "https://shop.example" }],
    paths: Object.fromEntries(
      tags.flatMap((tag) =>
        Array.from({ length: 12 }, (_, index) => [
          `/${tag}/${index}`,
          {
            post: {
              operationId: `${tag}${index}`,
              tags: [tag],
              responses: { 200: { description: "OK" } },
            },
          },
        ]),
      ),
    ),
  });

const before = api("books", "films");
const after = api("books", "films", "games");

/** Findings about instructions, and outcomes of the module of the server. */
async function run(
  made: ReturnType<typeof project>,
  text: string,
  config: Config = {},
) {
  const result = await generate({ out: made.out, ...config }, { text });
  return {
    codes: result.findings
      .map(({ code }) => code)
      .filter((code) => code.endsWith("instructions")),
    kinds: result.outcomes.flatMap(({ kind, path }) =>
      path === "src/server.ts" ? [kind] : [],
    ),
  };
}

describe("instructions in src/server.ts", () => {
  test("name the groups, and a new one", async () => {
    const made = project();
    await run(made, before);
    expect(made.read("src/server.ts")).toContain("Groups: books, films.");
    await run(made, after);
    expect(made.read("src/server.ts")).toContain("books, films, games.");
  });

  test.each<[string, readonly [string, string]]>([
    ["a changed line", ["Groups: books, films.", "Ask for books only."]],
    [
      "one more line",
      ["Groups: books, films.", "Groups: books, films.\n    Be kind."],
    ],
  ])("that you edited make no conflict with a new tag: %s", async (_, pair) => {
    const made = project();
    await run(made, before);
    made.edit("src/server.ts", [...pair]);
    const edited = made.read("src/server.ts");
    expect(await run(made, after)).toEqual({ codes: [], kinds: ["kept"] });
    expect(made.read("src/server.ts")).toBe(edited);
    expect(await run(made, before)).toEqual({ codes: [], kinds: ["kept"] });
    // A change of another line arrives all the same.
    const renamed = after.replace('"version":"1"', '"version":"2"');
    expect(await run(made, renamed)).toEqual({ codes: [], kinds: ["merged"] });
    expect(made.read("src/server.ts")).toContain(pair[1]);
    const checked = await check({ out: made.out }, { text: renamed });
    expect(checked.current).toBe(true);
  });

  test("that you removed, or whose text is elsewhere, stay so", async () => {
    const made = project();
    await run(made, before);
    const text = made.read("src/server.ts");
    const own = text.replace(/instructions: `[^`]*`/, "instructions: OWN_TEXT");
    made.write("src/server.ts", own);
    expect(await run(made, after)).toEqual({ codes: [], kinds: ["kept"] });
    expect(made.read("src/server.ts")).toBe(own);
  });

  test("that are longer than some clients read are a finding", async () => {
    const made = project();
    await run(made, before);
    made.edit("src/server.ts", ["Groups: books, films.", "a".repeat(2_049)]);
    expect((await run(made, before)).codes).toEqual(["long-instructions"]);
    expect((await run(made, after)).codes).toEqual(["long-instructions"]);
  });
});

describe("the option instructions", () => {
  test("is what the server says, whatever its tags are", async () => {
    const made = project();
    const config = { instructions: "Books first.\nThen `films` at ${once}." };
    await run(made, before, config);
    const text = made.read("src/server.ts");
    expect(text).toContain("Books first.");
    expect(text).not.toContain("Groups");
    expect(await run(made, after, config)).toEqual({
      codes: [],
      kinds: ["unchanged"],
    });
  });

  test("names a file, whose new text arrives", async () => {
    const made = project();
    const file = join(temporaryFolder(), "instructions.md");
    const config = { instructions: { file } };
    writeFileSync(file, "Books first.\r\n");
    await run(made, before, config);
    expect(made.read("src/server.ts")).toContain(
      'instructions: "Books first."',
    );
    writeFileSync(file, "Films first.\n");
    expect((await run(made, before, config)).kinds).toEqual(["updated"]);
    expect(made.read("src/server.ts")).toContain("Films first.");
    const options = { out: made.out, ...config };
    writeFileSync(file, "Games first.\n");
    expect((await check(options, { text: before })).current).toBe(false);
  });

  test("is refused if its file is missing, or elsewhere in a safe run", async () => {
    const made = project();
    const config = { instructions: { file: "/nowhere/instructions.md" } };
    await expect(run(made, before, config)).rejects.toThrow(
      "The file that the option instructions names can't be read.",
    );
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, "api.json"), before);
    const inside = { document: "api.json", out: "shop", ...config };
    await expect(generate(inside, { cwd, safe: true })).rejects.toThrow(
      "--safe refuses instructions",
    );
  });

  test("is a finding if some clients would cut it", async () => {
    const made = project();
    const config = { instructions: "a".repeat(2_049) };
    expect((await run(made, before, config)).codes).toEqual([
      "long-instructions",
    ]);
    config.instructions = "a".repeat(2_048);
    expect((await run(made, before, config)).codes).toEqual([]);
  });
});
