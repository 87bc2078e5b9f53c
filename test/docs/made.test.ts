import { resolve } from "node:path";
import { expect, test } from "vitest";
import {
  API_OPTIONS,
  OPTIONS,
  type OptionSpec,
} from "../../generator/config/options.js";
import { FEATURE_NAMES, featureOf } from "../../generator/features/features.js";
import type { FeatureReason } from "../../generator/features/feature.js";
import { usesOf } from "../../generator/features/uses.js";
import { packagesOf, readRuntime } from "../../generator/emit/runtime.js";
import { expectBlock } from "./block.js";
import { read } from "./pages.js";

/** Files that are generated from other sources: `npx vitest run test/docs -u` writes these again; read the diff. */

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

test("docs/configuration.md has the generated table of options", async () => {
  const rows = Object.entries<OptionSpec>(OPTIONS).map(
    ([name, spec]) =>
      `| \`${name}\` | ${flagOf(name, spec)} | ${Object.hasOwn(API_OPTIONS, name) ? "yes" : ""} | ${meaning(spec)} |`,
  );
  // Not laid out, so that a changed row is one changed line.
  const table = [
    ...["<!-- prettier-ignore -->", "| Field | Flag | Source | Meaning |"],
    ...["| --- | --- | --- | --- |", ...rows],
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

test("docs/features.md has the generated table of features", async () => {
  const rows = FEATURE_NAMES.map((name) => {
    const { about } = featureOf(name);
    return `| \`${name}\` | ${about} | ${occasionOf(name)} | ${useOf(name)} | ${costOf(name)} |`;
  });
  const table = [
    ...[
      "<!-- prettier-ignore -->",
      "| Feature | Adds | Included | Use | Cost |",
    ],
    ...["| --- | --- | --- | --- | --- |", ...rows],
  ];
  await expectBlock("docs/features.md", "features", table.join("\n"));
});

const OCCASIONS: Readonly<Record<FeatureReason, string>> = {
  document: "if the document needs it",
  spec: "always, or if the API needs it",
  security: "always",
  choice: "with an option that needs it",
};

/** Occasion on which a project gets a feature that its config does not name. */
function occasionOf(name: string): string {
  const { reason } = featureOf(name);
  return reason === undefined ? "on request" : OCCASIONS[reason];
}

/** File and code that use a feature. */
function useOf(name: string): string {
  const [{ code = "", file = "" } = {}] = usesOf(featureOf(name));
  const path = file.startsWith("../") ? file.slice(3) : `src/${file}`;
  return `\`${path}.ts\`: \`${code.replaceAll("|", "\\|")}\``;
}

/** Lines that a feature adds to the runtime's core, and packages. */
function costOf(name: string): string {
  const core = readRuntime([], { sdk: "v1" });
  const files = readRuntime([featureOf(name)], { sdk: "v1" });
  const lines = linesOf(files) - linesOf(core);
  const corePackages = packagesOf(core);
  const packages = packagesOf(files)
    .filter((added) => !corePackages.includes(added))
    .map((added) => `\`${added}\``);
  return [`${lines} lines`, ...packages].join(", ");
}

const linesOf = (files: readonly { readonly text: string }[]) =>
  files.reduce((sum, { text }) => sum + text.split("\n").length - 1, 0);
