import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { VERSIONS } from "../../generator/emit/runtime.js";

/** Newest release of each line of TypeScript that a range of the template may name. */
const RELEASES = ["5.9.3", "6.0.3", "7.0.2"];

/** Ranges of TypeScript that packages for linting accept as a peer; npm refuses to install them beside another one. */
const PEERS: Readonly<Record<string, string>> = {
  "typescript-eslint": ">=4.8.4 <6.1.0",
  "@typescript-eslint/parser": ">=4.8.4 <6.1.0",
  "@typescript-eslint/eslint-plugin": ">=4.8.4 <6.1.0",
};

interface Manifest {
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly engines?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const readManifest = (path: string) =>
  JSON.parse(readFileSync(path, "utf8")) as Manifest; // as npm has installed it

/** True if a version is in a range of the forms `^1.2.3`, `~1.2.3`, `>=1.2.3`, `<1.2.3` and their combinations. */
function satisfies(version: string, range: string): boolean {
  return range.split("||").some((part) =>
    part
      .trim()
      .split(" ")
      .every((comparator) => isWithin(version, comparator)),
  );
}

function isWithin(version: string, comparator: string): boolean {
  const [, operator = "", bound = ""] =
    /^([~^<>=]*)(.*)$/.exec(comparator) ?? [];
  const order = compareVersions(version, bound);
  const sharedParts = { "^": 1, "~": 2 }[operator];
  if (sharedParts !== undefined)
    return (
      order >= 0 &&
      version.split(".").slice(0, sharedParts).join() ===
        bound.split(".").slice(0, sharedParts).join()
    );
  if (operator === "<") return order < 0;
  return operator === ">=" ? order >= 0 : order === 0;
}

function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => text.split(".").map(Number));
  const differences = [0, 1, 2].map(
    (index) => (left?.[index] ?? 0) - (right?.[index] ?? 0),
  );
  return differences.find((difference) => difference !== 0) ?? 0;
}

/** Range of a package in the template of package.json. */
function templateRangeOf(name: string): string {
  const text = readFileSync("templates/package.json.hbs", "utf8");
  const [, range = ""] = new RegExp(`"${name}": "([^"]+)"`).exec(text) ?? [];
  return range;
}

test.each(Object.entries(PEERS))(
  "%s installs beside the TypeScript that a project gets",
  (name, peerRange) => {
    const installed = RELEASES.filter((version) =>
      satisfies(version, templateRangeOf("typescript")),
    ).at(-1);
    expect(installed).toBeDefined();
    expect(satisfies(installed ?? "", peerRange)).toBe(true);
    // The table is that of the installed packages.
    const { peerDependencies = {} } = readManifest(
      `node_modules/${name}/package.json`,
    );
    expect(peerDependencies["typescript"]).toBe(peerRange);
  },
);

describe("the lowest Node of emitted servers", () => {
  const lowest = /"node": ">=(\d+\.\d+)"/.exec(
    readFileSync("templates/package.json.hbs", "utf8"),
  )?.[1];

  test("is the same in every place that promises it", () => {
    expect(lowest).toBeDefined();
    const textOf = (path: string) => readFileSync(path, "utf8");
    expect(textOf("templates/manifest.json.hbs")).toContain(
      `"node": ">=${lowest}"`,
    );
    expect(textOf("docs/support.md")).toMatch(
      new RegExp(`\\| Node, for a generated server +\\| ${lowest} or newer`),
    );
    expect(textOf(".github/workflows/ci.yml")).toContain(
      `node-version: ${lowest}.0\n      - run: node bench/start-server.mjs`,
    );
  });

  test("is tested with each line of Node that the docs name, each line of the SDK on one of them whole", () => {
    const support = readFileSync("docs/support.md", "utf8");
    const named = [
      ...support.matchAll(/^\| (\d\d) +\| \d{4}-\d\d-\d\d /gm),
    ].map(([, line]) => line);
    expect(named).toEqual(["20", "22", "24", "26"]);
    expect(support).toContain("tested on 20, 22, 24 and 26");
    const ci = readFileSync(".github/workflows/ci.yml", "utf8");
    const runs = [...ci.matchAll(/- node: (\d+)\n +command: (.+)$/gm)].map(
      ([, node = "", command = ""]) => [node, command],
    );
    expect([...new Set(runs.map(([node]) => node))].sort()).toEqual(named);
    expect(runs).toContainEqual(["20", ".ci/run"]);
    expect(runs.find(([node]) => node === "24")?.[1]).toContain(
      "npm cit && npm run test:v2",
    );
  });

  test.each([
    ["templates/Dockerfile.hbs", /FROM node:(\d+)-/g],
    ["templates/mcp.yml.hbs", /node-version: (\d+)/g],
    ["docs/reviews.md", /node-version: (\d+)/g],
  ])(
    "is below that of %s, the line with long-term support",
    (path, pattern) => {
      const lines = [...readFileSync(path, "utf8").matchAll(pattern)].map(
        ([, line]) => line,
      );
      expect(new Set(lines)).toEqual(new Set(["24"]));
    },
  );

  test.each([
    "vitest",
    "commander",
    "eventsource-parser",
    "dependency-cruiser",
    "eslint-plugin-jsdoc",
    "@changesets/cli",
    "oauth2-mock-server",
    "@types/node",
  ])("holds %s back, as the docs say", (name) => {
    const { devDependencies = {} } = readManifest("package.json");
    const [, major] = /(\d+)/.exec(devDependencies[name] ?? "") ?? [];
    expect(readFileSync("docs/support.md", "utf8")).toContain(
      `\`${name}\` ${major}`,
    );
  });

  test.each(Object.keys(VERSIONS))("is enough for %s", (name) => {
    const { engines = {} } = readManifest(`node_modules/${name}/package.json`);
    const { node = ">=0" } = engines;
    expect(satisfies(`${lowest}.0`, node.replaceAll(">= ", ">="))).toBe(true);
  });
});
