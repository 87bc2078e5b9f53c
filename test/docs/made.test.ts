import { resolve } from "node:path";
import { expect, test } from "vitest";
import { OPTIONS, type OptionSpec } from "../../generator/config/options.js";
import { expectBlock } from "./block.js";
import { read } from "./pages.js";

/** What is made of something else: `npx vitest run test/docs -u` writes it anew; read the diff. */

const groups = JSON.parse(read("docs/.vitepress/pages.json")) as {
  text: string;
  pages: Record<string, string>;
}[]; // as docs/.vitepress/config.mjs reads it

const titleOf = (page: string) =>
  /^# (.*)/m.exec(read(`docs/${page}.md`))?.[1] ?? page;

/** The list of all pages, with links that begin so. */
const listOf = (pages: Record<string, string>, base: string) =>
  Object.entries(pages)
    .map(([page, about]) => `- [${titleOf(page)}](${base}${page}.md): ${about}`)
    .join("\n");

test("llms.txt names every page", async () => {
  const { description } = JSON.parse(read("package.json")) as {
    description: string;
  };
  const chapters = groups.map(
    ({ text, pages }) => `## ${text}\n\n${listOf(pages, "docs/")}`,
  );
  const more = [
    "- [SKILL.md](SKILL.md): for agents that run toolwright",
    "- [README.md](README.md): the whole in short",
    "- [CHANGELOG.md](CHANGELOG.md): every change of the emitted output",
  ].join("\n");
  const text = [
    `# toolwright\n\n> ${description}`,
    ...chapters,
    `## Optional\n\n${more}\n`,
  ];
  await expect(text.join("\n\n")).toMatchFileSnapshot(resolve("llms.txt"));
});

test("the README names every page", async () => {
  const list = listOf(
    Object.assign({}, ...groups.map(({ pages }) => pages)) as Record<
      string,
      string
    >, // put together of such
    "docs/",
  );
  await expectBlock("README.md", "pages", list);
});

test("docs/configuration.md has the table of options", async () => {
  const rows = Object.entries<OptionSpec>(OPTIONS).map(
    ([name, spec]) =>
      `| \`${name}\` | ${flagOf(name, spec)} | ${meaning(spec)} |`,
  );
  // Not laid out, so that a changed row is one changed line.
  const table = [
    ...["<!-- prettier-ignore -->", "| Field | Flag | Meaning |"],
    ...["| --- | --- | --- |", ...rows],
  ];
  await expectBlock("docs/configuration.md", "options", table.join("\n"));
});

function flagOf(name: string, { flag }: OptionSpec): string {
  if (name === "document") return "argument";
  return flag === undefined ? "" : `\`${flag}\``;
}

function meaning({ choices, fallback, sentence }: OptionSpec): string {
  const words = choices?.map((word) =>
    word === fallback ? `\`${String(word)}\` (default)` : `\`${String(word)}\``,
  );
  if (words !== undefined) return `${sentence}; ${words.join(", ")}`;
  return typeof fallback === "number"
    ? `${sentence}; default: ${fallback}`
    : sentence;
}
