import { basename } from "node:path/posix";
import type { ExtraFile } from "../config/config.js";
import type { FeatureProject } from "../features/feature.js";
import { toListOrder } from "../features/parts.js";
import { readVariables } from "../features/variables.js";
import type { ResolvedConfig } from "../config/resolve-config.js";
import { isListed } from "../config/config.js";
import type { RenderedFile } from "../project/outcome.js";
import { viewClient } from "./api-client.js";
import { apiSecretsOf, hasImage, viewDeployment } from "./deployment.js";
import { planScriptClientFile } from "./script-client.js";
import { environmentOf, folderEnvironmentOf } from "./environment.js";
import { toEditableFile, generatedPathsOf } from "./files.js";
import { writeFindScript } from "./find-toolwright.js";
import { writeInstructions } from "./instructions.js";
import type {
  EmittedFile,
  Identity,
  PlannedFile,
  PlannedServer,
} from "./planned-files.js";
import { viewMain } from "./main-file.js";
import { viewReadme } from "./readme.js";
import { toServerCard, serverNameOf } from "./mcp-registry.js";
import { allFeaturesOf, dependenciesOf, packagesOf } from "./runtime.js";
import { planServerFiles } from "./server-files.js";
import { toCheckStep } from "./workflow.js";

/** Paths that every project has; each file is printed from the template of its name. */
const PROJECT_FILES = [
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

/** Paths of further files, by kind of `emit`. Kinds that are not here have files that depend on the plan. */
const EXTRA_FILES: Partial<Record<ExtraFile, readonly string[]>> = {
  ci: [".github/workflows/mcp.yml"],
  compose: ["compose.yaml"],
  kubernetes: ["kubernetes.yaml"],
  mcpb: ["manifest.json", ".mcpbignore"],
  registry: ["server.json", ".github/workflows/publish.yml"],
  worker: ["src/worker.ts", "wrangler.jsonc"],
};

/** Input of a project that is not a part of the plan. */
interface ProjectInput {
  /** Flags of `check` in CI, quoted for a shell. */
  readonly checkFlags: string;
  readonly runtime: readonly RenderedFile[];
  /** Files of extensions. */
  readonly extensionFiles: readonly EmittedFile[];
  /** Sentences about them in the instructions of a server that lists no tools. */
  readonly fileSentence: string;
}

/** Plans the files of a project that its APIs share, in no order. */
export function planProjectFiles(
  server: PlannedServer,
  settings: ResolvedConfig,
  input: ProjectInput,
): PlannedFile[] {
  const { apis, custom, identity } = server;
  const name = serverNameOf(apis, settings);
  const calls = planScriptClientFile(server, server.identity.key);
  const client = calls.length > 0;
  const view = viewProject(server, settings, { ...input, client, name });
  const customIndex = toEditableFile("src/custom/index.ts", "custom.ts", {});
  return [
    ...planServerFiles(server, settings, {
      server: {
        name: identity.serverName,
        ...(identity.title !== null && { title: identity.title }),
        version: versionIn("src/server.ts", identity),
      },
      instructions:
        server.instructions ??
        writeInstructions(name, apis, settings, input.fileSentence),
    }),
    // The list of hand-written components, as it was first generated.
    ...(custom === null ? [] : [{ ...customIndex, originalText: custom }]),
    ...calls,
    ...[
      ...PROJECT_FILES,
      ...view.featureFiles,
      ...(view.bundles ? ["notices.mjs"] : []),
      ...(view.dockerfile ? ["Dockerfile", ".dockerignore"] : []),
      ...settings.emit.flatMap((kind) => EXTRA_FILES[kind] ?? []),
    ].map((path) =>
      toEditableFile(path, basename(path).replace(/^\./, ""), view),
    ),
  ];
}

/** Version that is printed in one file. */
function versionIn(path: string, { keptVersions, version }: Identity): string {
  return keptVersions[path] ?? version;
}

/** View that the templates of all these files share. */
function viewProject(
  server: PlannedServer,
  settings: ResolvedConfig,
  input: ProjectInput & { readonly client: boolean; readonly name: string },
) {
  const { apis, identity, toolLists } = server;
  const { auth, emit } = settings;
  const { checkFlags, client, extensionFiles, name, runtime } = input;
  // Several APIs have no description in common.
  const singleApi = apis.length === 1 ? apis[0]?.api : undefined;
  const description = singleApi?.description.split("\n")[0]?.trim() || name;
  const usedFeatures = allFeaturesOf(server);
  const parts = toListOrder(usedFeatures).flatMap(
    ({ project }) => project ?? [],
  );
  const variables = readVariables(usedFeatures, settings);
  const generatedPaths = apis.flatMap((planned) => {
    const { source } = planned.settings;
    const featurePaths = parts.flatMap(
      ({ generatedPath }) => generatedPath?.(source) ?? [],
    );
    return [...generatedPathsOf(planned), ...featurePaths].map(
      (path) => `/${path}`,
    );
  });
  const components = apis.flatMap(({ plan }) =>
    plan.components.filter(isListed),
  );
  const tools = components.filter(({ kind }) => kind === "tool");
  const environment = [
    ...apis.flatMap(environmentOf),
    ...folderEnvironmentOf(variables),
  ];
  const addresses = apis.flatMap((planned) =>
    planned.plan.app ? [] : [viewClient(planned).baseUrl],
  );
  return {
    name,
    packageName: identity.packageName,
    clientKey: identity.key,
    author: identity.author,
    version: identity.version,
    versions: {
      package: versionIn("package.json", identity),
      registry: versionIn("server.json", identity),
      bundle: versionIn("manifest.json", identity),
    },
    description,
    card: toServerCard(
      identity.registryName,
      name,
      description,
      versionIn("src/server-card.ts", identity),
    ),
    ...viewReadme(server, usedFeatures, settings),
    ...viewProjectParts(parts),
    tokens: auth === "tokens",
    findToolwright: writeFindScript(),
    serverEnvironment: variables.filter(({ isFolder }) => isFolder !== true),
    environment,
    // Variables of a worker that are not secrets.
    variables: environment.filter(({ value }) => value !== ""),
    client,
    main: viewMain(server, { hasScriptClient: client }),
    // True for each folder of the project's root that an extension writes into, by its name.
    folders: Object.fromEntries(
      extensionFiles.map(({ path }) => [path.split("/")[0] ?? "", true]),
    ),
    loadsTypeScript: apis.some(({ plan }) => plan.app?.typescript === true),
    dependencies: dependenciesOf(packagesOf(runtime), usedFeatures),
    machine: generatedPaths,
    // Generated files that a review may fold (.gitattributes): schemas and types are worth reading.
    folded: generatedPaths.filter(
      (path) => !/\/(?:api-types|schemas)\.ts$/.test(path),
    ),
    tools: [...tools, ...toolLists.flatMap((list) => list.tools)],
    check: emit.includes("ci") && toCheckStep(checkFlags),
    folder: null, // the workflow is a file of the project
    dockerfile: hasImage(settings),
    compose: emit.includes("compose"),
    kubernetes: emit.includes("kubernetes"),
    deployment: viewDeployment(identity.key, usedFeatures, {
      addresses,
      variables,
      secrets: apis.flatMap(apiSecretsOf),
    }),
    mcpb: emit.includes("mcpb"),
    registry: emit.includes("registry"),
    // True if the bundle is distributed, and with it the packages that it contains.
    bundles:
      hasImage(settings) || emit.some((kind) => /^(mcpb|registry)$/.test(kind)),
  };
}

/** Parts of the project besides its source that features write. */
function viewProjectParts(parts: readonly FeatureProject[]) {
  const preloads = parts.flatMap(({ preload }) => preload ?? []);
  return {
    featureFiles: parts.flatMap(({ files }) => files ?? []),
    scripts: parts.flatMap(({ scripts = {} }) =>
      Object.entries(scripts).map(([name, command]) => ({ name, command })),
    ),
    checkedFolders: parts.flatMap(({ checkedFolder }) => checkedFolder ?? []),
    sideEffects: parts.flatMap(({ sideEffects }) => sideEffects ?? []),
    unformattedPaths: parts.flatMap(
      ({ unformattedPath }) => unformattedPath ?? [],
    ),
    steps: parts.flatMap(({ steps }) => steps ?? []),
    environmentComments: parts.flatMap(
      ({ environmentComment }) => environmentComment ?? [],
    ),
    preloads,
    // Files that the server consists of, in words.
    bundleCount:
      preloads.length === 0
        ? "one file"
        : `${["two", "three"][preloads.length - 1] ?? preloads.length + 1} files`,
  };
}
