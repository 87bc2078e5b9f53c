import { mainImport, type FeatureName } from "../config/features.js";
import type { Settings } from "../config/settle.js";
import {
  answersPath,
  folderOf,
  sourceIdentifier,
} from "../config/source-name.js";
import { VERSION } from "../package.js";
import type { RenderedFile } from "../output/outcome.js";
import { environmentOf } from "./api-client.js";
import { besidesOf, customFiles } from "./besides.js";
import { callsFiles, hasCalls, mainImports } from "./calls.js";
import { loginsOf } from "./credentials.js";
import { deployFiles, isGivenOn } from "./deploy.js";
import { apiImports, apiView, editable, type ApiView } from "./files.js";
import {
  CHOICE,
  featureImports,
  httpImports,
  httpOptions,
  inOrder,
} from "./imports.js";
import { instructionsOf } from "./instructions.js";
import { literal } from "./literal.js";
import { machineFiles } from "./machine-files.js";
import type { PlannedFile, PlannedServer } from "./planned.js";
import { readmeView } from "./readme.js";
import { cardOf, nameOf, packageName, registryName } from "./registry.js";
import { allFeatures, dependenciesOf, packagesOf } from "./runtime.js";
import { serverEnvironment } from "./server-environment.js";

/** The files of the project that its APIs share, in no order. */
export function planProjectFiles(
  server: PlannedServer,
  settings: Settings,
  {
    checkFlags,
    runtime,
    skills,
  }: {
    readonly checkFlags: string;
    readonly runtime: readonly RenderedFile[];
    readonly skills: readonly PlannedFile[];
  },
): PlannedFile[] {
  const { apis, features } = server;
  const name = nameOf(apis, settings);
  // Several have no version and no description in common.
  const only = apis.length === 1 ? apis[0]?.api : undefined;
  const version = only?.version ?? "1.0.0";
  const tests = features.includes("testing");
  const machine = apis.flatMap((planned) => {
    const { source } = planned.settings;
    const files = machineFiles(planned).map((file) => folderOf(source) + file);
    return [...files, ...(tests ? [answersPath(source)] : [])].map(
      (file) => `/${file}`,
    );
  });
  const components = apis.flatMap(({ plan }) => plan.components);
  const tools = components.filter(({ kind }) => kind === "tool");
  const named = { packageName: packageName(name) };
  const project = {
    name,
    ...named,
    registryName: settings.emit.includes("registry") && registryName(named),
    toolwright: VERSION,
    environment: apis.flatMap(environmentOf),
    serverEnvironment: serverEnvironment(settings, allFeatures(server)),
    description: only?.description.split("\n")[0]?.trim() || name,
    brief: features.includes("brief"),
    jwt: settings.auth === "jwt",
    tokens: settings.auth === "tokens",
    sessions: features.includes("sessions"),
    choice: features.includes("choice"),
    search: features.includes("search"),
    traces: features.includes("traces"),
    dockerfile: settings.emit.includes("dockerfile"),
    mcpb: settings.emit.includes("mcpb"),
    worker: features.includes("worker"),
    axios: allFeatures(server).includes("axios"),
    fetch: allFeatures(server).includes("fetch"),
    client: hasCalls(server),
    ci: settings.emit.includes("ci"),
    checkFlags,
    tests,
    skills: skills.length > 0,
    bundles: isGivenOn(settings),
    loadsTypeScript: apis.some(({ plan }) => plan.app?.typescript === true),
    dependencies: dependenciesOf(packagesOf(runtime)),
    machine,
    // Of those, schemas and types are read.
    folded: machine.filter((path) => !/\/(?:api|schemas)\.ts$/.test(path)),
  };
  const readme = readmeView(server);
  const logins = features.includes("login") && loginsOf(apis);
  return [
    editable("src/server.ts", "server.ts", {
      server: { name, version },
      instructions: instructionsOf(name, apis, settings, skills),
      ...serverView(server, settings),
    }),
    ...customFiles(server.custom),
    ...skills,
    editable("src/main.ts", "main.ts", {
      ...project,
      logins,
      commands: Boolean(logins) || project.client,
      httpOptions: httpOptions(features, "env"),
      imports: inOrder([
        ...httpImports(features, ["login", "sessions"]),
        ...mainImports(server, Boolean(logins)),
      ]),
    }),
    ...callsFiles(server, packageName(name)),
    ...(features.includes("server-card")
      ? [editable("src/card.ts", "card.ts", { card: cardOf(project, version) })]
      : []),
    editable("package.json", "package.json", project),
    editable("build.mjs", "build.mjs", project),
    editable("tsconfig.json", "tsconfig.json", project),
    editable("README.md", "README.md", { ...project, ...readme }),
    editable(".mcp.json", "mcp.json", project),
    editable(".env.example", "env.example", project),
    editable(".gitattributes", "gitattributes", project),
    editable(".gitignore", "gitignore", project),
    editable(".prettierignore", "prettierignore", project),
    ...deployFiles(
      { ...project, ...readme, features },
      [...tools, ...server.workflows],
      settings,
    ),
  ];
}

/** The feature that shows arguments, and the one around it; none: they are shown as they are written. */
function listingOf(features: readonly FeatureName[]) {
  const all = ["refs", "inline"] as const;
  const shown = all.find((one) => features.includes(one));
  const around = "leave-out";
  if (shown === undefined) return [];
  return features.includes(around) ? ([shown, around] as const) : [shown];
}

/** What server.ts hands in, and imports for it. */
function serverView(
  { apis, custom, features, workflows }: PlannedServer,
  settings: Settings,
): object {
  const listing = listingOf(features);
  const besides = besidesOf({ custom, workflows });
  const more = besides.map(({ listed }) => listed);
  const [only] = apis;
  const single = only?.settings.source === null ? only : null;
  const sources = apis.flatMap(({ settings: { source } }) =>
    source === null
      ? []
      : [{ name: source, identifier: sourceIdentifier(source) }],
  );
  const choice = features.includes("choice");
  return {
    choice,
    imports: inOrder([
      ...featureImports(
        features.filter(
          (one) =>
            ["node", "pages", ...SERVICES].includes(one) ||
            listing.some((shown) => shown === one),
        ),
        "./runtime/",
      ),
      ...besides,
      ...(choice ? ["{ choose }", "type { Choice }"] : []).map((clause) => ({
        ...CHOICE,
        clause,
      })),
      { clause: "{ createLog }", from: "./runtime/features/log.js" },
      { clause: "type { RunOptions }", from: "./runtime/features/listen.js" },
      { clause: "{ prepare }", from: "./runtime/index.js" },
      { clause: "{ createMcpServer }", from: "./runtime/sdk.js" },
      ...(single === null
        ? sources.map(({ identifier, name }) => ({
            clause: `{ source as ${identifier} }`,
            from: `./${name}/source.js`,
          }))
        : apiImports(single, { client: "client.js", root: "./" })),
    ]),
    sources: sources.map(({ identifier }, at) =>
      at === 0 && more.length > 0
        ? `{ ...${identifier}, components: [...${identifier}.components, ${more.join(", ")}] }`
        : identifier,
    ),
    listing: listing
      .map((one) => mainImport(one).name)
      .reduce((shown, around) => (shown ? `${around}(${shown})` : around), ""),
    features: SERVICES.filter((one) => features.includes(one)).map((one) =>
      handedIn(one, features, settings),
    ),
    ...(single === null ? NO_API : apiView(single, "      ", more)),
  };
}

/** What adds methods of MCP or changes them: each sees the methods of those before it. */
const SERVICES: readonly FeatureName[] = [
  "completions",
  "output-schemas",
  "brief",
  "confirm",
  "details",
  "etag",
  "flat-bodies",
  "gather",
  "person",
  "poll",
  "prompts",
  "resources",
  "scopes",
  "search",
  "skill-search",
  "skills",
  "traces",
  "context",
  "input-required",
];

function handedIn(
  feature: FeatureName,
  features: readonly FeatureName[],
  { pin }: Settings,
): string {
  const { name } = mainImport(feature);
  if (/^skill/.test(feature)) return `${name}(import.meta.url)`;
  if (feature === "search") return `search({ pin: ${literal(pin)} })`;
  if (feature === "input-required") return `${name}()`;
  if (feature !== "brief") return name;
  return features.includes("pages") ? "brief({ pages })" : "brief()";
}

const NO_API: ApiView = { components: "[]", more: [] };
