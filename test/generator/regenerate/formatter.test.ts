import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { format, type Options } from "prettier";
import { expect, test } from "vitest";
import type { Config } from "../../../generator/index.js";
import { parserOf } from "../../../generator/merge/parse-typescript.js";
import { isEquivalent } from "../../../generator/shared/token-compare.js";
import { project, type Project } from "./project.js";
import { oneMore, shop } from "./shop.js";

const getPet = "src/tools/get-pet.ts";
const LONG = [
  "cat",
  "dog",
  "hamster",
  "guinea pig",
  "canary",
  "budgerigar",
  "goldfish",
];
const config: Config = { emit: ["skills", "tests"] };
const styles: [string, Options][] = [
  [
    "tabs, single quotes, no semicolons",
    { useTabs: true, singleQuote: true, semi: false, trailingComma: "none" },
  ],
  [
    "narrow and quoted",
    { printWidth: 40, quoteProps: "consistent", tabWidth: 4 },
  ],
  [
    "wide and collapsed",
    {
      printWidth: 160,
      objectWrap: "collapse",
      arrowParens: "avoid",
      trailingComma: "none",
      bracketSpacing: false,
      experimentalOperatorPosition: "start",
    },
  ],
];

test.each(styles)(
  "a formatter over the whole project is not an edit: %s",
  async (name, options) => {
    const made = project();
    await made.generate(shop(), { config });
    // Of the runtime, which no one edits, a third: each of its files is laid out in one style.
    const turn = styles.findIndex(([one]) => one === name);
    const laidOut = Object.keys(made.files()).filter(
      (path, at) =>
        !path.startsWith("src/runtime/") || at % styles.length === turn,
    );
    await formatAll(made, laidOut, options);
    expect(await made.generate(shop(), { config })).toEqual([]);
    made.edit(getPet, ["send(args)", "send({ ...args })"]);
    const newer = shop(
      oneMore,
      ["summary: Get a pet", "summary: Get one"],
      ["summary: Create a pet", "summary: Add a pet"],
      ["        id: { type: integer }\n", "        id: { type: string }\n"],
    );
    const outcomes = await made.generate(newer, { config });
    expect(outcomes.filter((one) => !/^(?:created|updated)/.test(one))).toEqual(
      [`merged ${getPet}`],
    );
    const clean = project();
    await clean.generate(newer, { config });
    const [yours, theirs] = [made.files(), clean.files()];
    const differing = Object.keys(theirs).filter(
      (path) => yours[path] !== theirs[path],
    );
    await formatAll(made, differing, {});
    await formatAll(clean, differing, {});
    made.edit(getPet, ["send({ ...args })", "send(args)"]);
    expect({ ...made.files(), "toolwright.lock": "" }).toEqual({
      ...clean.files(),
      "toolwright.lock": "",
    });
  },
);

test.each<[path: string, from: RegExp, to: string]>([
  ["src/generated/api-types.ts", /^ \* /gm, "* "],
  ["src/generated/api-types.ts", /^/, "\n"],
  ["test/responses.json", /^\{\s*"operations": /, '\n{"operations" : '],
])("a formatter's layout of %s is not an edit", async (path, from, to) => {
  const made = project();
  await made.generate(shop(), { config });
  made.write(path, made.read(path).replace(from, to));
  const newer = shop(oneMore, ["{ type: integer }", "{ type: string }"]);
  expect(await made.generate(newer, { config })).toContain(`updated ${path}`);
});

test("braces around one statement and escaped quotes are not edits", async () => {
  const made = project();
  const quoted = shop(["summary: Get a pet", `summary: Get "a" pet`]);
  await made.generate(quoted);
  made.edit(getPet, [`'Get "a" pet'`, String.raw`"Get \"a\" pet"`]);
  const bare = /^( *)if \((.*)\)\n +(return .*;)$/gm;
  const answer = made.read("src/runtime/response.ts");
  expect(answer).toMatch(bare);
  const braced = answer.replace(bare, "$1if ($2) {\n$1  $3\n$1}");
  made.write("src/runtime/response.ts", braced);
  expect(await made.generate(quoted)).toEqual([]);
  made.write(
    "src/runtime/response.ts",
    braced.replace(/return /, "return void "),
  );
  expect(await made.generate(quoted)).toEqual([
    "updated .gitattributes",
    "kept src/runtime/response.ts",
  ]);
});

test.each([
  ['f(`${a ? `(${b})` : ""}.`);', "f(`${a ? `(${b})` : ''}.`)", true],
  ['f(`${a.join(", ")}.`);', "f(`${ a.join(', ') }.`)", true],
  ['f(`"${a}"`);', "f(`'${a}'`);", false],
  ["f(`a ${b}`);", "f(`a  ${b}`);", false],
  ["f(`-- ${b}`);", "f(`- ${b}`);", false],
  [
    "f((a) => `${a}${`//${b}`}` || c);",
    "f(a => (`${a}${`//${b}`}` || c))",
    true,
  ],
  ["const f = (a) => a || (b && c);", "const f = a => (a || b && c);", true],
  ["f(\n  (a) => a, // one\n);", "f(\n  a => a // one\n)", true],
  ["f(a && (b || c));", "f((a && b) || c);", false],
  ["let a: (A | B)[];", "let a: A | (B[]);", false],
])(
  "isEquivalent ignores layout in code, but not in the text of templates: %s",
  (a, b, is) => {
    const reading = {
      normalizedText: (text: string) => parserOf("a.ts")?.parse(text)?.tokens,
      nodeShape: (text: string) => parserOf("a.ts")?.nodeShapeOf(text),
    };
    expect(isEquivalent("a.ts", a, b, reading)).toBe(is);
  },
);

test.each([
  [".prettierrc", "semi: false\nsingleQuote: true\n"],
  [".prettierrc", `{ "semi": false, "singleQuote": true }`],
  ["package.json", `{ "prettier": { "semi": false, "singleQuote": true } }`],
])("new files are laid out by the project's %s", async (name, text) => {
  const made = project();
  writeFileSync(join(dirname(made.out), name), text);
  await made.generate(shop());
  expect(made.read(getPet)).toContain("title: 'Get a pet',");
  expect(made.read(getPet)).not.toContain(";");
  expect(made.read("src/generated/api-types.ts")).toContain(";");
  expect(await made.generate(shop())).toEqual([]);
  await made.generate(shop(oneMore));
  expect(made.read("src/tools/list-owners.ts")).toContain("'List the owners'");
  expect(made.read("src/tools/index.ts")).toContain("'./list-owners.js'\n");
});

async function formatAll(
  made: Project,
  paths: readonly string[],
  options: Options,
): Promise<void> {
  for (const path of paths) {
    const parser = /\.(?:ts|mjs)$/.test(path)
      ? "typescript"
      : /\.json$/.test(path)
        ? "json"
        : /\.md$/.test(path)
          ? "markdown"
          : null;
    if (parser === null) continue;
    // Lines that were broken are joined again only if nothing in their objects keeps them.
    made.write(
      path,
      await format(made.read(path), {
        ...options,
        parser,
        ...(Object.keys(options).length === 0 && {
          objectWrap: "collapse" as const,
          printWidth: 200,
        }),
      }),
    );
  }
}

test.each<[string, string[], string[]]>([
  ["a list on one line that grows", ["cat", "dog"], LONG],
  ["a list on several lines that shrinks", LONG, ["cat", "dog"]],
])(
  "a merge keeps a formatted module formatted: %s",
  async (_name, oldValues, newValues) => {
    const made = project();
    const typed = (values: string[]) =>
      shop([
        "{ name: species, in: query, schema: { type: string } }",
        `{ name: species, in: query, schema: { type: string, enum: [${values.join(", ")}] } }`,
      ]);
    await made.generate(typed(oldValues));
    made.edit("src/tools/list-pets.ts", ['"dog"', '"hound"']);
    made.write(
      "src/tools/list-pets.ts",
      await format(made.read("src/tools/list-pets.ts"), {
        parser: "typescript",
      }),
    );
    expect(await made.generate(typed(newValues))).toContain(
      "merged src/tools/list-pets.ts",
    );
    const merged = made.read("src/tools/list-pets.ts");
    expect(merged).toContain('"hound"');
    expect(await format(merged, { parser: "typescript" })).toBe(merged);
  },
);
