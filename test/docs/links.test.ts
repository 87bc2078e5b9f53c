import { existsSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";
import { PAGES, read } from "./pages.js";

test.each([...PAGES, "CHANGELOG.md", "bench/README.md", "generator/README.md"])(
  "links of %s have targets",
  (file) => {
    const dead = linksOf(file).filter((link) => !leadsSomewhere(file, link));
    expect(dead).toEqual([]);
  },
);

/** Links that stay in the repository: `mapping.md`, `../SECURITY.md#reporting`, `#large`. */
function linksOf(file: string): string[] {
  const text = withoutCode(read(file));
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = ""]) => link)
    .filter((link) => !/^[a-z]+:/.test(link));
}

function leadsSomewhere(file: string, link: string): boolean {
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? file : normalize(join(dirname(file), path));
  if (!existsSync(target)) return false;
  return (
    anchor === undefined ||
    (statSync(target).isFile() && anchorsOf(target).includes(anchor))
  );
}

/** Anchors that GitHub and VitePress make of headings. */
function anchorsOf(file: string): string[] {
  const headings = withoutCode(read(file)).matchAll(/^#+ (.*)$/gm);
  return [...headings].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\w\s-]/g, "")
      .trim()
      .replaceAll(" ", "-"),
  );
}

function withoutCode(text: string): string {
  return text.replace(/^( *)```[^]*?^\1```$/gm, "");
}
