import { mainImportOf, type FeatureName } from "../config/runtime-features.js";
import type { ResolvedConfig } from "../config/resolve-config.js";
import { moduleFolderOf, sourceIdentifierOf } from "../config/source-name.js";
import {
  GENERATED_FILES,
  foldersOf,
  responseModulesOf,
  toEditableFile,
} from "./files.js";
import { featureImportsOf, sortImports, type ImportLine } from "./imports.js";
import { literal } from "./literal.js";
import type {
  PlannedApi,
  PlannedFile,
  PlannedServer,
} from "./planned-files.js";

/**
 * Features in the order of `features`: from the client to the component, as `stage` and `below` of each ask. The runtime
 * refuses another order.
 */
const LISTED_FEATURES: readonly FeatureName[] = [
  // They have no place of their own.
  "secret-files",
  "redis",
  // Connection.
  "list-pages",
  "input-required",
  "telemetry",
  // Guard: who may call, and what is called.
  "tool-filter",
  "caller-folders",
  "limits",
  "scopes",
  "skill-search",
  "search",
  // Record.
  "audit",
  // Call.
  "context",
  "file-links",
  "poll",
  "auto-paginate",
  "flat-bodies",
  "etag",
  "error-details",
  "confirm",
  "shorten-responses",
  "empty-response-text",
  "output-schemas",
  "person",
  // Methods.
  "completions",
  "prompts",
  "skills",
  "resources",
];

/** Plans `src/server.ts`, and a module for each API if there are several. `about`: name, version and instructions of the server. */
export function planServerFiles(
  { apis, custom, features, toolLists }: PlannedServer,
  settings: ResolvedConfig,
  serverInfo: { readonly server: object; readonly instructions: string },
): PlannedFile[] {
  const sources = apis.flatMap((planned) => {
    const { source } = planned.settings;
    return source === null ? [] : [{ name: source, planned }];
  });
  const [firstApi] = apis;
  const singleApi = sources.length === 0 ? firstApi : undefined;
  // Lists of components that belong to no API.
  const customImport = { clause: "{ custom }", from: "./custom/index.js" };
  const extraLists = [
    ...toolLists.map(({ kind, name }) => ({
      clause: `* as ${kind}List`,
      from: `./${name}/index.js`,
      listed: `...Object.values(${kind}List)`,
    })),
    ...(custom === null ? [] : [{ ...customImport, listed: "...custom" }]),
  ];
  const extraComponents = extraLists.map(({ listed }) => listed);
  const listing = listingFeaturesOf(features);
  const listedFeatures = LISTED_FEATURES.filter((feature) =>
    features.includes(feature),
  );
  const has = (feature: FeatureName) => features.includes(feature);
  const http = [
    ...(has("telemetry") ? ["countRefusals()"] : []),
    ...(has("server-card") ? ["serverCard(card)"] : []),
    ...(has("cors") ? ["cors()"] : []),
  ];
  const handedIn = (
    ["cors", "jwt", "node", "pages", "server-card", "sessions"] as const
  ).filter(has);
  const server = toEditableFile("src/server.ts", "server.ts", {
    ...serverInfo,
    auth: has("jwt") && "jwt()",
    http,
    sessions: has("sessions") && "sessions(openSession)",
    imports: sortImports([
      ...featureImportsOf(
        [...handedIn, ...listedFeatures, ...listing],
        "./runtime/",
      ),
      ...(has("telemetry")
        ? [
            {
              clause: "{ countRefusals }",
              from: "./runtime/features/observe/metrics.js",
            },
          ]
        : []),
      ...(has("server-card")
        ? [{ clause: "{ card }", from: "./server-card.js" }]
        : []),
      ...extraLists,
      {
        clause: "type { RunOptions }",
        from: "./runtime/features/http/listen.js",
      },
      { clause: "{ openMcpServer }", from: "./runtime/features/start/open.js" },
      {
        clause: "type { StartOptions }",
        from: "./runtime/features/start/open.js",
      },
      { clause: "{ defineServer }", from: "./runtime/index.js" },
      ...sources.map(({ name }) => ({
        clause: `{ source as ${sourceIdentifierOf(name)} }`,
        from: `./${name}/source.js`,
      })),
      ...(singleApi ? apiImportsOf(singleApi, "./", "client.js") : []),
    ]),
    sources: sources.map(({ name }, at) => {
      const source = sourceIdentifierOf(name);
      return at === 0 && extraComponents.length > 0
        ? `{ ...${source}, components: [...${source}.components, ${extraComponents.join(", ")}] }`
        : source;
    }),
    ...(singleApi && viewApi(singleApi, "      ", extraComponents)),
    listing: listing
      .map((feature) => mainImportOf(feature).name)
      .reduce(
        (listingText, wrapper) =>
          listingText ? `${wrapper}(${listingText})` : wrapper,
        "",
      ),
    features: listedFeatures.map((feature) =>
      writeFeature(feature, features, settings),
    ),
  });
  const modules = sources.map(({ name, planned }) =>
    toEditableFile(`${moduleFolderOf(name)}source.ts`, "source.ts", {
      name,
      ...viewApi(planned, "  "),
      imports: sortImports([
        ...apiImportsOf(planned, "../", `${name}-client.js`),
        { clause: "type { ApiDefinition }", from: "../runtime/index.js" },
      ]),
    }),
  );
  return [server, ...modules];
}

/** Feature that lists input schemas, and the one that wraps it; empty if schemas are listed as written. */
function listingFeaturesOf(features: readonly FeatureName[]): FeatureName[] {
  const listingFeatures = ["refs", "inline"] as const;
  const listingFeature = listingFeatures.find((feature) =>
    features.includes(feature),
  );
  if (listingFeature === undefined) return [];
  return features.includes("truncate-schemas")
    ? [listingFeature, "truncate-schemas"]
    : [listingFeature];
}

function writeFeature(
  feature: FeatureName,
  features: readonly FeatureName[],
  settings: ResolvedConfig,
): string {
  const { alwaysListed, limits, maxResultTokens } = settings;
  const { name } = mainImportOf(feature);
  if (/^skill/.test(feature)) return `${name}(import.meta.url)`;
  if (feature === "search")
    return `search({ alwaysListed: ${literal(alwaysListed)} })`;
  if (feature === "limits")
    return `limits({ perCaller: ${literal(limits?.perCaller ?? "60/min")} })`;
  if (feature === "audit") {
    const options = writeAuditOptions(settings).join(", ");
    return options === "" ? "audit()" : `audit({ ${options} })`;
  }
  if (feature !== "shorten-responses") return `${name}()`;
  const options = [
    ...(offersFields(settings) ? [] : ["fields: false"]),
    ...(maxResultTokens === null
      ? []
      : [`maxResultTokens: ${maxResultTokens}`]),
    ...(features.includes("pages") ? ["pages"] : []),
  ];
  return options.length === 0
    ? "shortenResponses()"
    : `shortenResponses({ ${options.join(", ")} })`;
}

function writeAuditOptions({ audit }: ResolvedConfig): string[] {
  const { arguments: pointers = [], required = false } = audit ?? {};
  return [
    ...(pointers.length === 0 ? [] : [`arguments: ${literal(pointers)}`]),
    ...(required ? ["required: true"] : []),
  ];
}

/** True if calls may name the fields that they want. A config has to ask for that; a limit of results is not enough. */
export function offersFields({ features, tools }: ResolvedConfig): boolean {
  return tools === "search" || features.includes("shorten-responses");
}

/**
 * View of one API as a member of `sources`: source of the array of its components, on one line or several, and
 * further members.
 * @param indent of the object that the members are in
 * @param extraComponents sources of further elements of the array
 */
function viewApi(
  { features: { server }, plan }: PlannedApi,
  indent: string,
  extraComponents: readonly string[] = [],
) {
  const components = [
    ...foldersOf(plan).map(({ kind }) => `...Object.values(${kind}List)`),
    ...extraComponents,
  ];
  const line = `[${components.join(", ")}]`;
  const lines = components.map((component) => `${indent}  ${component},\n`);
  const fitsOneLine = `${indent}components: ${line},`.length <= 80;
  return {
    components: fitsOneLine ? line : `[\n${lines.join("")}${indent}]`,
    more: [
      ...responseModulesOf(plan),
      ...(server.includes("checks") ? ["check: checks"] : []),
      ...(server.includes("page-headers") ? ["pageHeaders"] : []),
      ...(server.includes("pick-fields") ? ["pick: pickFields"] : []),
      ...(server.includes("strip") ? ["strip"] : []),
    ],
  };
}

/** Imports for the members of `viewApi`, from the folder of the API; `root` is the folder of the runtime and the client. */
function apiImportsOf(
  { features: { server }, plan }: PlannedApi,
  root: string,
  client: string,
): ImportLine[] {
  return [
    ...featureImportsOf(server, `${root}runtime/`),
    ...foldersOf(plan).map(({ folder, kind }) => ({
      clause: `* as ${kind}List`,
      from: `./${folder}/index.js`,
    })),
    { clause: "{ createClient }", from: root + client },
    ...["schemas" as const, ...responseModulesOf(plan)].map((name) => ({
      clause: `{ ${name} }`,
      from: `./generated/${GENERATED_FILES[name]}.js`,
    })),
  ];
}
