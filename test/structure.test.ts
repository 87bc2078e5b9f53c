import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";

/** The packages that only one place may import, and that place. */
const DOORS: Record<string, RegExp> = {
  handlebars: /^generator\/emit\/templates\.ts$/,
  prettier: /^generator\/emit\/format\.ts$/,
  diff: /^generator\/merge\/unified-diff\.ts$/,
  fflate: /^generator\/output\/lock\//,
  "ts-morph": /^generator\/typescript\.ts$/,
  "openapi-typescript": /^generator\/types\//,
  "json-p3": /^generator\/load\/json-path\.ts$/,
  "js-yaml": /^generator\/load\//,
  commander: /^generator\/cli\/(cli|console|document-commands|flags)\.ts$/,
  jose: /^runtime\/features\/auth\/jwt\.ts$/,
  axios: /^runtime\/features\/axios\.ts$/,
  "eventsource-parser": /^runtime\/features\/streams\.ts$/,
  "tough-cookie": /^runtime\/features\/cookies\.ts$/,
  "@opentelemetry/api": /^runtime\/features\/traces\.ts$/,
  "d3-hierarchy": /^generator\/report\/treemap\.ts$/,
  tokenx: /^generator\/schema\/tokens\.ts$/,
  "@modelcontextprotocol/sdk": /^runtime\/sdk(\/session)?\.ts$/,
  "@modelcontextprotocol/server": /^runtime\/sdk\/v2\//,
};

/** The floors of the runtime: a file imports files of lower floors and of its own, types included. */
const FLOORS: readonly (readonly string[])[] = [
  ["types", "errors"],
  ["media", "styles", "schema", "client"],
  ["check", "request", "answer"],
  ["send"],
  ["call"],
  ["tools"],
  ["server"],
  ["index"],
  ["sdk", "sdk/v2/sdk"],
  ["sdk/session", "sdk/v2/session"],
];

/** What everybody in the generator may import: it imports nothing from the rooms below. */
const GROUND = [
  "errors.ts",
  "json.ts",
  "model.ts",
  "package.ts",
  "text.ts",
  "typescript.ts",
];

/** Stages know no values of each other, but for these. */
const STAGES = [
  "app",
  "dialect",
  "emit",
  "list",
  "load",
  "merge",
  "normalise",
  "output",
  "plan",
  "request",
  "surface",
  "trace",
  "trial",
  "types",
  "words",
  "workflows",
];
const BETWEEN_STAGES: readonly string[] = [
  // All text of a document becomes code there.
  "types → emit/literal.ts",
  // What is tried is what was planned.
  "trial → plan/types.ts",
];

/** What each room of the generator may import besides itself and the ground, as values and as types. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  config: [],
  schema: [],
  ...Object.fromEntries(STAGES.map((stage) => [stage, ["config", "schema"]])),
  normalise: ["config", "schema", "dialect"],
  request: ["config", "schema", "words"],
  plan: ["config", "schema", "words", "request"],
  // Which file is which shows in what they hold.
  trace: ["config", "schema", "merge"],
  workflows: [
    "config",
    "dialect",
    "schema",
    "emit",
    "plan",
    "skills",
    "types",
    "words",
  ],
  // What is written of what was planned, and tried.
  skills: ["config", "schema", "emit", "plan", "request", "trial", "words"],
  "pipeline.ts": ["config", "schema", ...STAGES, "skills"],
  report: ["merge", "schema", "surface"],
  commands: ["config", "schema", ...STAGES, "pipeline.ts", "report", "skills"],
  cli: ["config", "schema", ...STAGES, "pipeline.ts", "commands"],
  "index.ts": ["config", "schema", ...STAGES, "pipeline.ts", "commands"],
};

/** Where the generator touches the disk, the network or processes. */
const OUTSIDE =
  /^generator\/((app|cli|load|output)\/|commands\/diff\.ts|config\/config-file\.ts|emit\/(runtime|templates)\.ts|package\.ts)/;

const FILES = filesOf("generator", "runtime");
const IMPORTS = importsOf(FILES);

describe("imports", () => {
  it("finds them", () => {
    expect(IMPORTS.length).toBeGreaterThan(200);
  });

  it.each(Object.entries(DOORS))("of %s go through one door", (name, door) => {
    const users = IMPORTS.filter(
      ({ target }) => target === name || target.startsWith(`${name}/`),
    ).map(({ file }) => file);
    expect(users.filter((file) => !door.test(file))).toEqual([]);
    expect(users).not.toEqual([]);
  });

  it("of a room of the generator name only what stands below it, and types of stages", () => {
    const wrong = IMPORTS.filter(({ file, target, isType }) => {
      const [from, to] = [roomOf(file), roomOf(target)];
      if (from === null || to === null || from === to) return false;
      if (GROUND.includes(to)) return false;
      if (ROOMS[from]?.includes(to) === true) return false;
      const betweenStages = STAGES.includes(from) && STAGES.includes(to);
      const arrow = `${from} → ${target.replace("generator/", "")}`;
      return !(betweenStages && (isType || BETWEEN_STAGES.includes(arrow)));
    });
    expect(wrong.map(({ file, target }) => `${file} → ${target}`)).toEqual([]);
  });

  it("go round in no circle, types included", () => {
    const files = filesOf("generator", "runtime", "samples");
    expect(circles(importsOf(files))).toEqual([]);
  });

  it("of the runtime name nothing of the generator", () => {
    const up = IMPORTS.filter(
      ({ file, target }) =>
        file.startsWith("runtime/") && target.startsWith("generator/"),
    );
    expect(up).toEqual([]);
  });

  it("of the runtime's core lead down from floor to floor", () => {
    const core = filesOf("runtime").filter((file) => !isFeature(file));
    const floorOf = (file: string) =>
      FLOORS.findIndex((floor) =>
        floor.includes(file.replace(/^runtime\/|\.ts$/g, "")),
      );
    expect(core.filter((file) => floorOf(file) < 0)).toEqual([]);
    const up = importsOf(core).filter(
      ({ file, target }) =>
        target.startsWith("runtime/") && floorOf(target) > floorOf(file),
    );
    expect(up.map(arrow)).toEqual([]);
  });

  it("of the core name no feature, and of a feature the core's index and the SDK alone", () => {
    const wrong = importsOf(filesOf("runtime")).filter(({ file, target }) => {
      if (!target.startsWith("runtime/")) return false;
      return isFeature(file)
        ? !isFeature(target) && !/^runtime\/(index|sdk)\.ts$/.test(target)
        : isFeature(target);
    });
    expect(wrong.map(arrow)).toEqual([]);
  });

  it("of the generator name types of the runtime, and the pure functions that both must agree on", () => {
    const down = IMPORTS.filter(
      ({ file, target, isType }) =>
        file.startsWith("generator/") &&
        target.startsWith("runtime/") &&
        !(file === "generator/app/child.ts" && target.includes("/app/")) &&
        !isType,
    ).map(({ target }) => target);
    expect(down.filter((target) => !SHARED.includes(target))).toEqual([]);
  });

  it("of emitted modules are the runtime's index, and the features by name", () => {
    const templates = readdirSync("templates").map((file) =>
      readFileSync(join("templates", file), "utf8"),
    );
    const inner = templates
      .join("\n")
      .match(/runtime\/(?!index\.js|features\/|sdk\.js)[\w-]+\.js/g);
    expect(inner).toBeNull();
  });
});

/** What the generator and the runtime say once: media types, headers of HTTP, and what a listing shows. */
const SHARED = [
  "runtime/call.ts",
  "runtime/check.ts",
  "runtime/client.ts",
  "runtime/features/brief/paging-names.ts",
  "runtime/features/checks/body.ts",
  "runtime/features/checks/checks.ts",
  "runtime/features/checks/pattern.ts",
  "runtime/features/flat-bodies.ts",
  "runtime/features/form.ts",
  "runtime/features/json-lines.ts",
  "runtime/features/inline.ts",
  "runtime/features/leave-out.ts",
  "runtime/features/output-schemas.ts",
  "runtime/features/refs.ts",
  "runtime/features/search/groups.ts",
  "runtime/features/search/operations.ts",
  "runtime/features/sent.ts",
  "runtime/features/skills/frontmatter.ts",
  "runtime/features/strip.ts",
  "runtime/features/uploads/binary.ts",
  "runtime/features/uploads/multipart.ts",
  "runtime/media.ts",
  "runtime/request.ts",
  "runtime/schema.ts",
];

function isFeature(file: string): boolean {
  return file.startsWith("runtime/features/");
}

function arrow({ file, target }: Import): string {
  return `${file} → ${target}`;
}

describe("processes, arguments and printing", () => {
  it("stay in the command line", () => {
    const users = FILES.filter(
      (file) =>
        file.startsWith("generator/") &&
        /process\.(argv|exit|stdout|stderr)|console\.(?!js")/.test(
          readFileSync(file, "utf8"),
        ),
    );
    expect(users).toEqual(
      ["cli", "console", "runs", "start"].map(
        (name) => `generator/cli/${name}.ts`,
      ),
    );
  });
});

describe("the generator", () => {
  it("has its rooms, and ten files at the top at most", () => {
    const top = readdirSync("generator", { withFileTypes: true });
    const names = (isFolder: boolean) =>
      top
        .filter((one) => one.isDirectory() === isFolder)
        .map(({ name }) => name);
    const rooms = [...GROUND, ...Object.keys(ROOMS)];
    const isFile = (room: string) => room.endsWith(".ts");
    expect(names(true).sort()).toEqual(
      rooms.filter((room) => !isFile(room)).sort(),
    );
    expect(names(false).sort()).toEqual(
      [...rooms.filter(isFile), "README.md", "tsconfig.json"].sort(),
    );
    expect(names(false).length).toBeLessThanOrEqual(10);
  });

  it("touches the disk, the network and processes in few places", () => {
    const users = IMPORTS.filter(
      ({ file, target, isType }) =>
        file.startsWith("generator/") &&
        /^node:(fs|fs\/promises|child_process|http|https|net)$/.test(target) &&
        !isType,
    ).map(({ file }) => file);
    expect(users.filter((file) => !OUTSIDE.test(file))).toEqual([]);
  });
});

interface Import {
  readonly file: string;
  /** A file of this repository, or the name of a package. */
  readonly target: string;
  readonly isType: boolean;
}

function filesOf(...folders: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .map((file) => join(folder, file).replaceAll("\\", "/"))
      .filter(
        (file) => file.endsWith(".ts") && !file.includes("/node_modules/"),
      ),
  );
}

function importsOf(files: readonly string[]): Import[] {
  return files.flatMap((file) => {
    const text = readFileSync(file, "utf8");
    return [
      ...text.matchAll(/^(import|export)\s(type\s)?[^;]*?from "([^"]+)"/gms),
    ]
      .concat([...text.matchAll(/(import)(\s)?\(\s*"([^"]+)"/g)])
      .map(([, , isType, target = ""]) => ({
        file,
        target: target.startsWith(".")
          ? normalize(join(dirname(file), target))
              .replaceAll("\\", "/")
              .replace(/\.js$/, ".ts")
          : target,
        isType: isType?.trim() === "type",
      }));
  });
}

/** `plan` of `generator/plan/names.ts`, `model.ts` of `generator/model.ts`; null outside of the generator. */
function roomOf(path: string): string | null {
  return /^generator\/([^/]+)/.exec(path)?.[1] ?? null;
}

/** The files that import each other, directly or not, with those between them. */
function circles(imports: readonly Import[]): string[] {
  let left = imports;
  for (;;) {
    const sources = new Set(left.map(({ file }) => file));
    const targets = new Set(left.map(({ target }) => target));
    // What imports nothing that is left, or is imported by nothing, stands in no circle.
    const next = left.filter(
      ({ file, target }) => sources.has(target) && targets.has(file),
    );
    if (next.length === left.length) return [...sources].sort();
    left = next;
  }
}
