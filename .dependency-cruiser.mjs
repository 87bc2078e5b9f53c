/**
 * Import rules of the generator and of the runtime that it emits. `npm run lint` holds them, types included.
 * `generator/README.md` draws the rooms.
 */

/** Packages that only these files may import, so that each can be replaced in one place. */
const PACKAGE_DOORS = {
  handlebars: "^generator/emit/templates\\.ts$",
  prettier: "^generator/emit/format\\.ts$",
  diff: "^generator/merge/unified-diff\\.ts$",
  fflate: "^generator/project/lock/",
  "ts-morph": "^generator/typescript\\.ts$",
  "openapi-typescript": "^generator/emit/types/",
  "json-p3": "^generator/load/json-path\\.ts$",
  "js-yaml": "^generator/load/",
  commander: "^generator/cli/(cli|console|commands|evals|flags)\\.ts$",
  jose: "^runtime/features/http/auth/jwt\\.ts$",
  axios: "^runtime/features/transport/axios\\.ts$",
  "eventsource-parser": "^runtime/features/responses/streams\\.ts$",
  "tough-cookie": "^runtime/features/credentials/cookies\\.ts$",
  "@opentelemetry":
    "^runtime/features/observe/(metrics|telemetry|telemetry-setup|traces)\\.ts$",
  "d3-hierarchy": "^generator/report/treemap\\.ts$",
  tokenx: "^generator/schema/token-count\\.ts$",
  "@modelcontextprotocol/sdk": "^runtime/sdk(/session)?\\.ts$",
  "@modelcontextprotocol/server": "^runtime/sdk/v2/",
};

/** Files that every room of the generator may import. They import no room. */
const GROUND = [
  "errors",
  "model",
  "package",
  "runtime",
  "shared",
  "source",
  "typescript",
];

/** Rooms between a document and a project on the disk. They know types of each other, and no values. */
const STAGES = [
  "app",
  "describe",
  "diff",
  "emit",
  "listing",
  "load",
  "merge",
  "normalise",
  "plan",
  "project",
  "reconcile",
  "testgen",
];

/** Rooms (and loose files) whose values each room may import, besides the ground and itself. */
const ROOM_IMPORTS = {
  // The names of features are values of an option.
  config: ["features/features\\.ts"],
  // Data and functions of a config's plain types, so that a feature is read without the stages.
  features: ["config/(config|source-name)\\.ts", "emit/literal\\.ts"],
  schema: [],
  checkout: ["config"],
  ...Object.fromEntries(
    STAGES.map((stage) => [stage, ["config", "features", "schema"]]),
  ),
  // What a checkout may name is decided there.
  load: ["config", "schema", "checkout"],
  project: ["config", "features", "schema", "checkout"],
  // Example calls call what was planned.
  testgen: ["config", "schema", "plan/types\\.ts"],
  plan: ["config", "schema", "describe"],
  reconcile: ["config", "schema", "merge"],
  // Each extension is a room below it; what they share stands in its own files.
  extensions: [
    "config",
    "features",
    "normalise",
    "schema",
    "load",
    "diff",
    "emit",
    "plan",
    "testgen",
    "describe",
    "lint",
    "project",
  ],
  // It reads modules as `diff` does, and links them to what was planned.
  lint: [
    "config",
    "features",
    "schema",
    "describe",
    "diff",
    "emit",
    "listing",
    "load",
    "plan",
    "reconcile",
  ],
  pipeline: [
    "config",
    "features",
    "checkout",
    "schema",
    ...STAGES,
    "lint",
    "extensions/extensions\\.ts",
  ],
  "render-project": [
    "config",
    "checkout",
    "schema",
    ...STAGES,
    "pipeline",
    "extensions/extensions\\.ts",
  ],
  // It connects to a server, and knows no project.
  "server-list": ["load/location\\.ts"],
  report: ["merge", "schema", "diff"],
  commands: [
    "config",
    "features",
    "checkout",
    "schema",
    ...STAGES,
    "pipeline",
    "render-project",
    "lint",
    "report",
    "server-list",
    "extensions",
  ],
  cli: [
    "config",
    "features",
    "checkout",
    "schema",
    ...STAGES,
    "pipeline",
    "lint",
    "extensions/evals",
    "commands",
  ],
  index: [
    "config",
    "features",
    "checkout",
    "schema",
    ...STAGES,
    "pipeline",
    "lint",
    "extensions",
    "commands",
  ],
};

/** Floors of the runtime's core: a file imports from its own floor and from lower ones. */
const RUNTIME_FLOORS = [
  ["types", "errors"],
  ["context"],
  ["media", "styles", "json-schema", "client", "client-arguments"],
  ["validate-arguments", "json", "request", "response"],
  ["send", "sent-requests", "call"],
  ["feature"],
  ["guard", "order"],
  ["hooks", "invoke"],
  ["tools"],
  ["server"],
  ["index"],
  ["sdk", "sdk/v2/sdk"],
  ["sdk/session", "sdk/v2/session"],
];

/** Generator files that touch the disk, the network or processes. */
const GENERATOR_IO =
  "^generator/((app|checkout|cli|load|project|server-list)/|commands/diff\\.ts|config/config-file\\.ts|emit/(runtime|templates)\\.ts|extensions/evals/(ask-model|mock-server)\\.ts|package\\.ts)";

const alternatives = (names) => names.join("|");

const packageRules = Object.entries(PACKAGE_DOORS).map(([name, door]) => ({
  name: `one-door-for-${name.replace(/\W+/g, "-")}`,
  comment: `Import ${name} in ${door} alone, so that it can be replaced there.`,
  severity: "error",
  from: { path: "^(generator|runtime)/", pathNot: door },
  to: { path: `(^|/)node_modules/${name}/` },
}));

/** The path of a room: `plan/`, `pipeline.ts`, or one file of a room. */
const toRoomPath = (room) =>
  room.endsWith(".ts") ? `${room}$` : `${room}(/|\\.ts$)`;

const roomRules = Object.entries(ROOM_IMPORTS).map(([room, targets]) => ({
  name: `rooms-below-${room}`,
  comment: `generator/${room} imports values only from rooms below it.`,
  severity: "error",
  from: { path: `^generator/${toRoomPath(room)}` },
  to: {
    path: "^generator/",
    pathNot: `^generator/(${alternatives([...GROUND, room, ...targets].map(toRoomPath))})`,
    // Stages know types of each other.
    ...(STAGES.includes(room) && { dependencyTypesNot: ["type-only"] }),
  },
}));

const stageTypeRule = {
  name: "types-of-stages-alone",
  comment:
    "A stage imports types of other stages, never of what stands above them.",
  severity: "error",
  from: { path: `^generator/(${alternatives(STAGES)})/` },
  to: {
    path: "^generator/",
    pathNot: `^generator/(${alternatives([...GROUND, "config", "features", "schema", "checkout", ...STAGES].map(toRoomPath))})`,
  },
};

const floorRules = RUNTIME_FLOORS.map((floor, index) => ({
  name: `runtime-floor-${index}`,
  comment:
    "A file of the runtime's core imports from its own floor and from lower ones.",
  severity: "error",
  from: { path: `^runtime/(${alternatives(floor)})\\.ts$` },
  to: {
    path: "^runtime/",
    pathNot: `^runtime/(${alternatives(RUNTIME_FLOORS.slice(0, index + 1).flat())})\\.ts$`,
  },
}));

export default {
  forbidden: [
    {
      name: "no-circle",
      comment:
        "Two files that import each other, types included, are one file.",
      severity: "error",
      from: { path: "^(generator|runtime|samples)/" },
      to: { circular: true },
    },
    ...packageRules,
    ...roomRules,
    stageTypeRule,
    {
      name: "ground-imports-no-room",
      comment: "Files that every room may import know no room.",
      severity: "error",
      from: { path: `^generator/(${alternatives(GROUND.map(toRoomPath))})` },
      to: {
        path: "^generator/",
        pathNot: `^generator/(${alternatives(GROUND.map(toRoomPath))})`,
      },
    },
    {
      name: "every-generator-file-in-a-room",
      comment: "Name a new room in ROOM_IMPORTS, with what it may import.",
      severity: "error",
      from: {
        path: "^generator/",
        pathNot: `^generator/(${alternatives([...GROUND, ...Object.keys(ROOM_IMPORTS)].map(toRoomPath))})`,
      },
      to: {},
    },
    ...floorRules,
    {
      name: "every-core-file-on-a-floor",
      comment: "Name a new file of the runtime's core in RUNTIME_FLOORS.",
      severity: "error",
      from: {
        path: "^runtime/",
        pathNot: `^runtime/(features/|(${alternatives(RUNTIME_FLOORS.flat())})\\.ts$)`,
      },
      to: {},
    },
    {
      name: "features-import-the-public-core",
      comment:
        "A feature imports other features, runtime/index.ts and runtime/sdk.ts.",
      severity: "error",
      from: { path: "^runtime/features/" },
      to: {
        path: "^runtime/",
        pathNot: "^runtime/(features/|(index|sdk)\\.ts$)",
      },
    },
    {
      name: "runtime-imports-no-generator",
      comment: "The runtime is copied into projects that have no generator.",
      severity: "error",
      from: { path: "^runtime/" },
      to: { path: "^generator/" },
    },
    {
      name: "one-door-to-the-runtime",
      comment:
        "The generator takes what it shares with the runtime from generator/runtime.ts.",
      severity: "error",
      // The process that loads an application calls it as an emitted server does.
      from: { path: "^generator/", pathNot: "^generator/(runtime\\.ts$|app/)" },
      to: { path: "^runtime/" },
    },
    {
      name: "input-and-output-in-few-places",
      comment:
        "Stages are pure functions. Read and write in the rooms that exist for it.",
      severity: "error",
      from: { path: "^generator/", pathNot: GENERATOR_IO },
      to: {
        path: "^(fs|fs/promises|child_process|http|https|net)$",
        dependencyTypes: ["core"],
        dependencyTypesNot: ["type-only"],
      },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)(node_modules/\\.|dist/|samples/[^/]+/server/)" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
    },
  },
};
