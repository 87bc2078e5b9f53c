import { basename } from "node:path/posix";
import type { ExtraFile } from "../config/config.js";
import { FEATURE_NAMES, type FeatureName } from "../config/runtime-features.js";
import type { Settings } from "../config/resolve-config.js";
import { answersPath } from "../config/source-name.js";
import type { RenderedFile } from "../project/outcome.js";
import { visible } from "../shared/escape.js";
import { callsFiles } from "./script-client.js";
import { loginsOf } from "./credentials.js";
import { environmentOf, serverEnvironment } from "./environment.js";
import { editable, machineFiles } from "./files.js";
import { findToolwright } from "./find-toolwright.js";
import { instructionsOf } from "./instructions.js";
import type { PlannedFile, PlannedServer } from "./planned-files.js";
import { readmeView } from "./readme.js";
import { cardOf, nameOf, packageName } from "./mcp-registry.js";
import { allFeatures, dependenciesOf, packagesOf } from "./runtime.js";
import { offersFields, serverFiles } from "./server-files.js";

/** What every project has, each file of a template that is called like it. */
const FILES = [
  "src/main.ts",
  "package.json",
  "build.mjs",
  "tsconfig.json",
  "README.md",
  ".mcp.json",
  ".env.example",
  ".gitattributes",
  ".gitignore",
  ".prettierignore",
];

/** What is needed to run it elsewhere or to give it to others. The other kinds need what was planned. */
const EXTRA: Partial<Record<ExtraFile, readonly string[]>> = {
  ci: [".github/workflows/mcp.yml"],
  dockerfile: ["Dockerfile", ".dockerignore"],
  mcpb: ["manifest.json", ".mcpbignore"],
  registry: ["server.json"],
  worker: ["src/worker.ts", "wrangler.jsonc"],
};

/** What a project is told besides what was planned. */
interface Given {
  /** What CI says to `check`, as a shell reads it. */
  readonly checkFlags: string;
  readonly runtime: readonly RenderedFile[];
  readonly skills: readonly PlannedFile[];
}

/** The files of the project that its APIs share, in no order. */
export function planProjectFiles(
  server: PlannedServer,
  settings: Settings,
  given: Given,
): PlannedFile[] {
  const { apis, custom } = server;
  const { skills } = given;
  const name = nameOf(apis, settings);
  const calls = callsFiles(server, packageName(name));
  const client = calls.length > 0;
  const view = projectView(server, settings, { ...given, client, name });
  const { has, version } = view;
  const list = editable("src/custom/index.ts", "custom.ts", {});
  return [
    ...serverFiles(server, settings, {
      server: { name, version },
      instructions: instructionsOf(name, apis, settings, skills),
    }),
    ...skills,
    // The list of what is one's own, as it was written once.
    ...(custom === null ? [] : [{ ...list, last: custom }]),
    ...calls,
    ...[
      ...FILES,
      ...(has["server-card"] ? ["src/card.ts"] : []),
      ...(view.bundles ? ["notices.mjs"] : []),
      ...settings.emit.flatMap((kind) => EXTRA[kind] ?? []),
    ].map((path) => editable(path, basename(path).replace(/^\./, ""), view)),
  ];
}

/** What all of them are told. */
function projectView(
  server: PlannedServer,
  settings: Settings,
  given: Given & { readonly client: boolean; readonly name: string },
) {
  const { apis, features, workflows } = server;
  const { auth, emit } = settings;
  const { checkFlags, client, name, runtime, skills } = given;
  // Several have no version and no description in common.
  const only = apis.length === 1 ? apis[0]?.api : undefined;
  const version = only?.version ?? "1.0.0";
  const description = only?.description.split("\n")[0]?.trim() || name;
  const used = allFeatures(server);
  const has = Object.fromEntries(
    FEATURE_NAMES.map((one) => [one, used.includes(one)]),
  );
  const machine = apis.flatMap((planned) => {
    const mock = has["testing"] ? [answersPath(planned.settings.source)] : [];
    return [...machineFiles(planned), ...mock].map((path) => `/${path}`);
  });
  const components = apis.flatMap(({ plan }) => plan.components);
  const tools = components.filter(({ kind }) => kind === "tool");
  const environment = apis.flatMap(environmentOf);
  const logins = features.includes("login") && loginsOf(apis);
  return {
    name,
    packageName: packageName(name),
    version,
    description,
    card: cardOf(name, description, version),
    ...readmeView(server),
    has,
    maxResultTokens: settings.maxResultTokens,
    offersFields: offersFields(settings),
    tokens: auth === "tokens",
    findToolwright: findToolwright(),
    serverEnvironment: serverEnvironment(settings, used),
    httpOptions: httpOptions(features, "env"),
    workerOptions: httpOptions(features, "process.env"),
    environment,
    // Of a worker, those that are no secrets.
    variables: environment.filter(({ value }) => value !== ""),
    client,
    logins,
    commands: client || Boolean(logins),
    skills: skills.length > 0,
    loadsTypeScript: apis.some(({ plan }) => plan.app?.typescript === true),
    dependencies: dependenciesOf(packagesOf(runtime)),
    machine,
    // Of those, schemas and types are read.
    folded: machine.filter((path) => !/\/(?:api|schemas)\.ts$/.test(path)),
    tools: [...tools, ...workflows],
    check: emit.includes("ci") && checkCommand(checkFlags),
    dockerfile: emit.includes("dockerfile"),
    mcpb: emit.includes("mcpb"),
    registry: emit.includes("registry"),
    // Its bundle is given on, with the packages that are in it.
    bundles: emit.some((kind) => /^(dockerfile|mcpb|registry)$/.test(kind)),
  };
}

/** In YAML. What GitHub would take for an expression is left to a person. */
function checkCommand(checkFlags: string): string {
  if (checkFlags === "" || checkFlags.includes("${{")) return "npm run check";
  const command = `npm run check -- ${checkFlags}`;
  return /^[\w./@%+,= -]+$/.test(command)
    ? command
    : visible(JSON.stringify(command));
}

/** What is listened to over HTTP, as source; `env` is that of the variables. */
function httpOptions(features: readonly FeatureName[], env: string): string {
  const read = `httpOptionsFrom(${env})`;
  const open = features.includes("cors") ? `cors(${read})` : read;
  return features.includes("server-card") ? `serverCard(card, ${open})` : open;
}
