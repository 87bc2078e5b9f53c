import { readFileSync } from "node:fs";
import { defineConfig } from "vitepress";

const read = (path) => readFileSync(new URL(path, import.meta.url), "utf8");
const groups = JSON.parse(read("pages.json"));
/** Where the repository is read on the web; files outside of these pages are linked there. */
const { homepage } = JSON.parse(read("../../package.json"));
const repository = homepage?.replace(/#.*$/, "");

const titleOf = (page) => /^# (.*)/m.exec(read(`../${page}.md`))[1];

export default defineConfig({
  title: "toolwright",
  description: JSON.parse(read("../../package.json")).description,
  lang: "en",
  cleanUrls: true,
  srcExclude: ["contributing-style.md"],
  // Ten columns fit beside the outline on a laptop.
  head: [
    [
      "style",
      {},
      ".vp-doc table{font-size:13px}.vp-doc :is(td,th){padding:6px 8px}",
    ],
  ],
  markdown: { config: linkRepository },
  themeConfig: {
    search: { provider: "local" },
    outline: [2, 3],
    sidebar: groups.map(({ text, pages }) => ({
      text,
      items: Object.keys(pages).map((page) => ({
        text: titleOf(page),
        link: `/${page}`,
      })),
    })),
    ...(repository === undefined
      ? {}
      : { socialLinks: [{ icon: "github", link: repository }] }),
  },
});

/** Links that leave these pages (`../samples/README.md`) lead to the repository on the web; where that is not known, they are text. */
function linkRepository(markdown) {
  markdown.core.ruler.push("repository", ({ tokens }) => {
    let isOutside = false;
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.attrGet("href");
      if (token.type === "link_open") isOutside = href?.startsWith("../");
      if (!isOutside || !token.type.startsWith("link_")) continue;
      if (repository === undefined) {
        token.tag = "span";
        token.attrs = null;
      } else if (href !== null) {
        token.attrSet("href", `${repository}/blob/main/${href.slice(3)}`);
      }
    }
  });
}
