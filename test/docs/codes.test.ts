import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { codesOfProblems } from "./codes.js";
import { read } from "./pages.js";

const [told = "", served = ""] = read("docs/troubleshooting.md").split(
  "## Messages of the generated server",
);
const firsts = (text: string) =>
  [...text.matchAll(/^\| `?([^|]*?)`? +\|/gm)].map(([, first = ""]) => first);
const isCode = (text: string) => /^[a-z][a-z0-9-]+$/.test(text);

it("docs/troubleshooting.md has an entry for each code of a problem, and no others", () => {
  expect(firsts(told).filter(isCode).sort()).toEqual(codesOfProblems());
});

const runtime = readdirSync("runtime", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .map((file) => read(`runtime/${file}`))
  .join("\n");

it("docs/troubleshooting.md has an entry for each status of the endpoint, and no others", () => {
  const statuses = [
    ...runtime.matchAll(/httpError\(\s*(\d{3}),|status: isEnding \? (\d{3})/g),
  ].map(([, error, ending]) => error ?? ending);
  const entries = firsts(served).filter((first) => /^\d+$/.test(first));
  expect(entries).toEqual([...new Set(statuses)].sort());
});

it("docs/troubleshooting.md quotes the emitted server's messages exactly", () => {
  const cited = [...served.matchAll(/^\| `([^`]+)`/gm)].map(([, text]) => text);
  expect(cited.length).toBeGreaterThan(5);
  expect(cited.filter((text = "") => !runtime.includes(text))).toEqual([]);
});
