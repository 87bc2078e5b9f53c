import { readFileSync } from "node:fs";
import { defineConfig } from "vitepress";

const read = (path) => readFileSync(new URL(path, import.meta.url), "utf8");
const groups = JSON.parse(read("pages.json"));
const manifest = JSON.parse(read("../../package.json"));
/** Address of the repository on the web, if the package names one; links to files outside these pages lead there. */
const repository = toWebAddress(
  manifest.repository?.url ?? manifest.repository ?? manifest.homepage,
);

/** Icon of the site: two brackets, in the colours of light and dark pages. */
const FAVICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#3451b2"/><path d="M12 8 6 16l6 8M20 8l6 8-6 8" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/></svg>',
)}`;

/** Tables of ten columns fit beside the outline on a laptop. Long code in a cell breaks, so that no column is cut. */
const STYLE = [
  ".vp-doc :is(td,th){font-size:13px;padding:6px 7px}",
  ".vp-doc td code.long{overflow-wrap:anywhere}",
].join("");

/** Most characters of code in a cell that are kept on one line. */
const MAX_CELL_CODE = 20;

/** Address of a file of the repository on the web; undefined if the repository is unknown. */
const fileAddress = (path) => repository && `${repository}/blob/main/${path}`;

const titleOf = (page) => /^# (.*)/m.exec(read(`../${page}.md`))[1];

export default defineConfig({
  title: "toolwright",
  description: manifest.description,
  lang: "en",
  cleanUrls: true,
  srcExclude: ["contributing-style.md"],
  head: [
    ["link", { rel: "icon", type: "image/svg+xml", href: FAVICON }],
    ["style", {}, STYLE],
  ],
  markdown: { config: configureMarkdown },
  themeConfig: {
    search: { provider: "local" },
    outline: [2, 3],
    // The four parts, and the changelog.
    nav: [
      ...groups.map(({ text, pages }) => ({
        text,
        link: `/${Object.keys(pages)[0]}`,
        activeMatch: `^/(${Object.keys(pages)
          .filter((page) => page !== "changelog")
          .join("|")})$`,
      })),
      { text: "Changelog", link: "/changelog" },
    ],
    sidebar: groups.map(({ text, pages }) => ({
      text,
      items: Object.keys(pages).map((page) => ({
        text: titleOf(page),
        link: `/${page}`,
      })),
    })),
    ...(repository === undefined
      ? {}
      : {
          socialLinks: [{ icon: "github", link: repository }],
          editLink: { pattern: `${repository}/edit/main/docs/:path` },
        }),
  },
});

/** Web address of a repository in the forms of package.json: `git+https://host/a.git`, `github:a/b`, `a/b`. */
function toWebAddress(url) {
  const path = url?.replace(/^git\+|\.git$|#.*$/g, "");
  if (path === undefined || /^https?:/.test(path)) return path;
  return `https://github.com/${path.replace(/^github:|^git@github\.com:/, "")}`;
}

function configureMarkdown(markdown) {
  linkRepository(markdown);
  breakLongCode(markdown);
}

/** Marks long code in the cells of tables. */
function breakLongCode(markdown) {
  markdown.core.ruler.push("long-code", ({ tokens }) => {
    tokens.forEach(({ children }, index) => {
      if (tokens[index - 1]?.type !== "td_open") return;
      for (const token of children ?? [])
        if (
          token.type === "code_inline" &&
          token.content.length > MAX_CELL_CODE
        )
          token.attrJoin("class", "long");
    });
  });
}

/** Links that leave these pages (`../samples/README.md`) lead to the repository on the web. If that is unknown, they become text. */
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
        token.attrSet("href", fileAddress(href.slice(3)));
      }
    }
  });
}
