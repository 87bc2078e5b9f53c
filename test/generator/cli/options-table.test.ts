import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import type { Flags } from "../../../generator/cli/flags.js";
import { runsOf } from "../../../generator/cli/targets.js";
import { getOption, OPTIONS } from "../../../generator/config/options.js";
import { getMember } from "../../../generator/shared/json.js";
import { ownCache, temporaryFolder } from "../temporary.js";

/** Two values of each option: the first is that of the stronger place. */
const VALUES: Readonly<
  Record<keyof typeof OPTIONS, readonly [unknown, unknown]>
> = {
  document: ["a.json", "b.json"],
  overlays: [["a.yaml"], ["b.yaml"]],
  app: ["a.ts", "b.ts"],
  export: ["a", "b"],
  appDocument: ["/a", "/b"],
  baseUrl: ["https://a.example", "https://b.example"],
  timeout: [1, 2],
  timeouts: [{ a: 1 }, { a: 2 }],
  routePrefix: ["/a", "/b"],
  redactErrors: [true, false],
  allRoutesAsTools: [true, false],
  routeMaps: [
    [{ pattern: "^/a", routeType: "TOOL" }],
    [{ pattern: "^/b", routeType: "TOOL" }],
  ],
  include: [["a"], ["b"]],
  arguments: [{ a: { hide: true } }, { b: { hide: true } }],
  strip: [true, false],
  instructions: ["a", { file: "b.md" }],
  tags: [["a"], ["b"]],
  excludeTags: [["a"], ["b"]],
  security: ["document", "global"],
  maxConcurrency: [1, 2],
  retries: [1, 2],
  overrides: [{ a: { name: "x" } }, { a: { name: "y" } }],
  confirmDestructive: ["person", "person-or-repeat"],
  allowRemote: [true, false],
  refRoot: ["a", "b"],
  sources: [
    [{ name: "a", document: "a.json" }],
    [{ name: "b", document: "b.json" }],
  ],
  out: ["mcp", "mcp"],
  name: ["a", "b"],
  version: ["1", "2"],
  sharedSchemas: ["inline", "refs"],
  outputSchemas: ["typed", "off"],
  tools: ["all", "search"],
  alwaysListed: [["a"], ["b"]],
  maxListingTokens: [1, 2],
  maxResultTokens: [100, 200],
  descriptions: ["short", "full"],
  names: ["as-declared", "renew"],
  sdk: ["v1", "v2"],
  auth: ["jwt", "none"],
  limits: [{ perCaller: "1/s" }, { perCaller: "2/s" }],
  audit: [{ required: true }, { required: false }],
  features: [["etag"], ["sessions"]],
  afterGenerate: ["a", "b"],
  files: [true, false],
  skills: [{ exclude: ["a"] }, { exclude: ["b"] }],
  workflows: [["a.yaml"], ["b.yaml"]],
  extensions: [["a.mjs"], ["b.mjs"]],
  emit: [["tests"], ["ci"]],
};

/** Value of a run, its origin and, behind an arrow, the value that is saved: `x flag → x`. */
const HEAD = [
  ...["option", "flag", "--config", "flag over --config", "project file"],
  ...["flag over project file", "extends", "project file over extends"],
  "--once",
];

/** An option with a flag, one that configs alone have, and the folder, which is not saved. */
const FLAG_ROW = [
  ...["x flag → x", "y config file", "x flag", "y project file → y"],
  ...["x flag → x", "y config file", "x project file → x", "x flag → y"],
];
const CONFIG_ROW = FLAG_ROW.map((cell, index) =>
  [0, 2, 4, 7].includes(index) ? "" : cell,
);

test("each option comes from the strongest place that gives it, and is saved unless a hand wrote the config or the run is once", async () => {
  ownCache();
  const rows: Record<string, Record<string, string>> = {};
  const wanted: typeof rows = {};
  for (const [name, [strong, weak]] of Object.entries(VALUES)) {
    if (name === "out") continue;
    const cells = await tryPlaces(name, strong, weak);
    const row = getFlag(name) === "" ? CONFIG_ROW : FLAG_ROW;
    rows[name] = toRow(cells);
    wanted[name] = toRow(row);
  }
  expect(rows).toEqual(wanted);
});

const toRow = (cells: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    cells.map((cell, index) => [HEAD[index + 1] ?? "", cell] as const),
  );

/** Name of an option's flag, as the command line has it; empty if it has none. */
function getFlag(name: string): string {
  if (name === "document") return name;
  const [flag = ""] = getOption(name)?.flag?.split(" ") ?? [];
  return flag
    .slice(2)
    .replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

async function tryPlaces(
  name: string,
  strong: unknown,
  weak: unknown,
): Promise<string[]> {
  const flag = { [getFlag(name)]: strong };
  const hasFlag = getFlag(name) !== "";
  const document = /^(?:app|document|sources)$/.test(name)
    ? {}
    : { document: "openapi.json" };
  const team = (value: unknown) => ({
    ...document,
    out: "mcp",
    [name]: value,
  });
  const own = (value: unknown) => ({ ...document, out: ".", [name]: value });
  const extending = { extends: "../team.json", out: "." };
  const tryIn = tryRun(name, strong, weak);
  const inProject = { config: "mcp/toolwright.config.json" };
  const project = { "mcp/toolwright.config.json": own(weak) };
  const namedTeam = { "team.json": team(weak) };
  const withFlag = (files: object, flags: Flags) =>
    hasFlag ? tryIn(files, flags) : "";
  return [
    await withFlag({}, { ...document, out: "mcp", ...flag }),
    await tryIn(namedTeam, { config: "team.json" }),
    await withFlag(namedTeam, { config: "team.json", ...flag }),
    await tryIn(project, inProject),
    await withFlag(project, { ...inProject, ...flag }),
    await tryIn(
      { ...namedTeam, "mcp/toolwright.config.json": extending },
      inProject,
    ),
    await tryIn(
      {
        ...namedTeam,
        "mcp/toolwright.config.json": { ...extending, [name]: strong },
      },
      inProject,
    ),
    await withFlag(project, { ...inProject, once: true, ...flag }),
  ];
}

/** Creates a function that finds the run of a folder with these files, and describes an option of it. */
const tryRun =
  (name: string, strong: unknown, weak: unknown) =>
  async (files: object, flags: Flags): Promise<string> => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "mcp"));
    for (const [path, config] of Object.entries(files))
      writeFileSync(join(folder, path), JSON.stringify(config));
    const [run] = await runsOf(flags, folder);
    const toLetter = (value: unknown) =>
      [strong, weak].findIndex((candidate) =>
        isDeepStrictEqual(withoutFolders(value), withoutFolders(candidate)),
      );
    const describe = (value: unknown) => "xy"[toLetter(value)] ?? "?";
    const saved = getMember(run?.options.optionsToSave, name);
    return [
      describe(run?.config[name as keyof typeof run.config]),
      run?.resolved.originOf(name).kind,
      ...(saved === undefined ? [] : ["→", describe(saved)]),
    ].join(" ");
  };

/** Value whose paths are their last part. */
function withoutFolders(value: unknown): unknown {
  const text = JSON.stringify(value ?? null);
  return JSON.parse(
    text
      .replace(/"\/[^"]*\/([^"/]+\.[a-z]+)"/g, '"$1"')
      .replace(/"\/[^"]*\/(?=[ab]")/g, '"'),
  );
}
