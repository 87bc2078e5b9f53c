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

it("has an entry for each code of a problem, and for no other", () => {
  expect(firsts(told).filter(isCode).sort()).toEqual(codesOfProblems());
});

const runtime = readdirSync("runtime", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .map((file) => read(`runtime/${file}`))
  .join("\n");

it("has an entry for each status of the endpoint, and for no other", () => {
  const statuses = [
    ...runtime.matchAll(/httpError\(\s*(\d{3}),|status: isEnding \? (\d{3})/g),
  ].map(([, error, ending]) => error ?? ending);
  const entries = firsts(served).filter((first) => /^\d+$/.test(first));
  expect(entries).toEqual([...new Set(statuses)].sort());
});

it("cites the emitted server's messages as they are", () => {
  const cited = [...served.matchAll(/^\| `([^`]+)`/gm)].map(([, text]) => text);
  expect(cited.length).toBeGreaterThan(5);
  expect(cited.filter((text = "") => !runtime.includes(text))).toEqual([]);
});
