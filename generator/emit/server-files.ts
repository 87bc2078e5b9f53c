import { mainImport, type FeatureName } from "../config/runtime-features.js";
import type { Settings } from "../config/resolve-config.js";
import { folderOf, sourceIdentifier } from "../config/source-name.js";
import { answerFiles, editable, foldersOf } from "./files.js";
import { featureImports, inOrder, type ImportLine } from "./imports.js";
import { literal } from "./literal.js";
import type {
  PlannedApi,
  PlannedFile,
  PlannedServer,
} from "./planned-files.js";

/** What adds methods of MCP or changes them: each sees the methods of those before it. */
const SERVICES: readonly FeatureName[] = [
  "completions",
  // Sees calls as what stands behind it leaves them: without `fields`, and with the body in one argument.
  "person",
  "output-schemas",
  "acknowledge",
  "brief",
  "confirm",
  "details",
  "etag",
  "flat-bodies",
  "gather",
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
  // It cuts what all others list.
  "list-pages",
];

/** src/server.ts, and for each of several APIs a module that tells the server of it. `about`: what it tells of itself. */
export function serverFiles(
  { apis, custom, features, workflows }: PlannedServer,
  settings: Settings,
  about: { readonly server: object; readonly instructions: string },
): PlannedFile[] {
  const sources = apis.flatMap((planned) => {
    const { source } = planned.settings;
    return source === null ? [] : [{ name: source, planned }];
  });
  const [first] = apis;
  const single = sources.length === 0 ? first : undefined;
  // What is listed besides the components of its APIs.
  const flows = { clause: "* as workflowList", from: "./workflows/index.js" };
  const own = { clause: "{ custom }", from: "./custom/index.js" };
  const besides = [
    ...(workflows.length === 0
      ? []
      : [{ ...flows, listed: "...Object.values(workflowList)" }]),
    ...(custom === null ? [] : [{ ...own, listed: "...custom" }]),
  ];
  const more = besides.map(({ listed }) => listed);
  const listing = listingOf(features);
  const services = SERVICES.filter((one) => features.includes(one));
  const others = features.filter((one) => /^(node|pages)$/.test(one));
  const choice = features.includes("choice");
  const chosen = choice ? ["{ choose }", "type { Choice }"] : [];
  const server = editable("src/server.ts", "server.ts", {
    ...about,
    choice,
    imports: inOrder([
      ...featureImports([...others, ...services, ...listing], "./runtime/"),
      ...besides,
      ...chosen.map((clause) => {
        return { clause, from: "./runtime/features/choice.js" };
      }),
      { clause: "{ createLog }", from: "./runtime/features/log.js" },
      { clause: "type { RunOptions }", from: "./runtime/features/listen.js" },
      { clause: "{ prepare }", from: "./runtime/index.js" },
      { clause: "{ createMcpServer }", from: "./runtime/sdk.js" },
      ...sources.map(({ name }) => ({
        clause: `{ source as ${sourceIdentifier(name)} }`,
        from: `./${name}/source.js`,
      })),
      ...(single ? apiImports(single, "./", "client.js") : []),
    ]),
    sources: sources.map(({ name }, at) => {
      const source = sourceIdentifier(name);
      return at === 0 && more.length > 0
        ? `{ ...${source}, components: [...${source}.components, ${more.join(", ")}] }`
        : source;
    }),
    ...(single && apiView(single, "      ", more)),
    listing: listing
      .map((one) => mainImport(one).name)
      .reduce((shown, around) => (shown ? `${around}(${shown})` : around), ""),
    features: services.map((one) => handedIn(one, features, settings)),
  });
  const modules = sources.map(({ name, planned }) =>
    editable(`${folderOf(name)}source.ts`, "source.ts", {
      name,
      ...apiView(planned, "  "),
      imports: inOrder([
        ...apiImports(planned, "../", `${name}-client.js`),
        { clause: "type { Source }", from: "../runtime/index.js" },
      ]),
    }),
  );
  return [server, ...modules];
}

/** The feature that shows arguments, and the one around it; none: they are shown as they are written. */
function listingOf(features: readonly FeatureName[]): FeatureName[] {
  const all = ["refs", "inline"] as const;
  const shown = all.find((one) => features.includes(one));
  if (shown === undefined) return [];
  return features.includes("leave-out") ? [shown, "leave-out"] : [shown];
}

function handedIn(
  feature: FeatureName,
  features: readonly FeatureName[],
  settings: Settings,
): string {
  const { maxResultTokens, pin } = settings;
  const { name } = mainImport(feature);
  if (/^skill/.test(feature)) return `${name}(import.meta.url)`;
  if (feature === "search") return `search({ pin: ${literal(pin)} })`;
  if (feature === "input-required") return `${name}()`;
  if (feature !== "brief") return name;
  const options = [
    ...(offersFields(settings) ? [] : ["fields: false"]),
    ...(maxResultTokens === null
      ? []
      : [`maxResultTokens: ${maxResultTokens}`]),
    ...(features.includes("pages") ? ["pages"] : []),
  ];
  return options.length === 0 ? "brief()" : `brief({ ${options.join(", ")} })`;
}

/** Whether calls may name the fields that they want: a config asks for that, and no limit of results alone. */
export function offersFields({ features, tools }: Settings): boolean {
  return tools === "search" || features.includes("brief");
}

/**
 * What a server is told of one API: a list of its components, as it stands behind its key, on one line or several, and
 * what else stands beside them under its own name.
 * @param indent of the object that they stand in
 * @param listed besides its components
 */
function apiView(
  { features: { server }, plan }: PlannedApi,
  indent: string,
  listed: readonly string[] = [],
) {
  const all = [
    ...foldersOf(plan).map(({ kind }) => `...Object.values(${kind}List)`),
    ...listed,
  ];
  const line = `[${all.join(", ")}]`;
  const lines = all.map((one) => `${indent}  ${one},\n`);
  const fits = `${indent}components: ${line},`.length <= 80;
  return {
    components: fits ? line : `[\n${lines.join("")}${indent}]`,
    more: [
      ...answerFiles(plan),
      ...(server.includes("checks") ? ["check: checks"] : []),
      ...(server.includes("page-headers") ? ["pageHeaders"] : []),
      ...(server.includes("strip") ? ["strip"] : []),
    ],
  };
}

/** What that imports, from the folder of the API; `root` is the folder of the runtime and the client. */
function apiImports(
  { features: { server }, plan }: PlannedApi,
  root: string,
  client: string,
): ImportLine[] {
  return [
    ...featureImports(server, `${root}runtime/`),
    ...foldersOf(plan).map(({ folder, kind }) => ({
      clause: `* as ${kind}List`,
      from: `./${folder}/index.js`,
    })),
    { clause: "{ createClient }", from: root + client },
    ...["schemas", ...answerFiles(plan)].map((name) => ({
      clause: `{ ${name} }`,
      from: `./${name}.js`,
    })),
  ];
}
