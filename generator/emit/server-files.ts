import type { FeatureDefinition } from "../features/feature.js";
import {
  createLookup,
  toStageOrder,
  writeParts,
  type WrittenPart,
} from "../features/parts.js";
import type { ResolvedConfig } from "../config/resolve-config.js";
import { moduleFolderOf, sourceIdentifierOf } from "../config/source-name.js";
import {
  GENERATED_FILES,
  foldersOf,
  responseModulesOf,
  toEditableFile,
} from "./files.js";
import {
  featureImportsOf,
  moduleImportsOf,
  runtimeImportsOf,
  sortImports,
  type ImportLine,
} from "./imports.js";
import type {
  PlannedApi,
  PlannedFile,
  PlannedServer,
} from "./planned-files.js";

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
  const parts = writeServerParts(features, settings);
  const server = toEditableFile("src/server.ts", "server.ts", {
    ...serverInfo,
    ...parts.view,
    imports: sortImports([
      ...parts.imports,
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

/** Code of the features in the definition of a server, by member, and its imports. */
function writeServerParts(
  features: readonly FeatureDefinition[],
  settings: ResolvedConfig,
) {
  const context = { settings, has: createLookup(features) };
  const write = (place: "auth" | "http" | "sessions"): readonly WrittenPart[] =>
    writeParts(features, context, ({ server }) => server?.[place]);
  const listed = toStageOrder(features).flatMap((feature) =>
    writeParts([feature], context, ({ server }) => server?.features),
  );
  const [auth] = write("auth");
  const [sessions] = write("sessions");
  const http = write("http");
  const listing = writeListing(features, context);
  const parts = [...listed, ...http, ...listing.parts].concat(
    auth ?? [],
    sessions ?? [],
  );
  return {
    view: {
      auth: auth?.code ?? "",
      sessions: sessions?.code ?? "",
      http: http.map(({ code }) => code),
      listing: listing.code,
      features: listed.map(({ code }) => code),
    },
    imports: [
      ...featureImportsOf(
        features.filter(({ server }) => server?.isImported),
        "./runtime/",
      ),
      ...parts.flatMap(({ imports, modules }) => [
        ...runtimeImportsOf(imports, "./runtime/"),
        ...moduleImportsOf(modules, "./"),
      ]),
    ],
  };
}

/** Source of the function that lists input schemas, with those around it; empty if schemas are listed as written. */
function writeListing(
  features: readonly FeatureDefinition[],
  context: { settings: ResolvedConfig; has: (name: string) => boolean },
) {
  const write = (isWrapper: boolean) =>
    writeParts(features, context, ({ server }) =>
      (server?.listing?.wraps === true) === isWrapper
        ? server?.listing
        : undefined,
    );
  // If a config names several, the first lists the schemas.
  const [innerPart] = write(false);
  if (innerPart === undefined) return { code: "", parts: [] };
  const wrappers = write(true);
  return {
    code: wrappers.reduce(
      (code, wrapper) => `${wrapper.code}(${code})`,
      innerPart.code,
    ),
    parts: [innerPart, ...wrappers],
  };
}

/**
 * View of one API as a member of `sources`: source of the array of its components, on one line or several, and
 * further members.
 * @param indent of the object that the members are in
 * @param extraComponents sources of further elements of the array
 */
function viewApi(
  planned: PlannedApi,
  indent: string,
  extraComponents: readonly string[] = [],
) {
  const { plan, settings } = planned;
  const { server } = planned.features;
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
      ...responseModulesOf(planned),
      ...writeParts(
        server,
        { settings, has: createLookup(server) },
        (feature) => feature.server?.source,
      ).map(({ code }) => code),
    ],
  };
}

/** Imports for the members of `viewApi`, from the folder of the API; `root` is the folder of the runtime and the client. */
function apiImportsOf(
  planned: PlannedApi,
  root: string,
  client: string,
): ImportLine[] {
  const { plan } = planned;
  const { server } = planned.features;
  return [
    ...featureImportsOf(server, `${root}runtime/`),
    ...server.flatMap(({ modules = {} }) => moduleImportsOf(modules, root)),
    ...foldersOf(plan).map(({ folder, kind }) => ({
      clause: `* as ${kind}List`,
      from: `./${folder}/index.js`,
    })),
    { clause: "{ createClient }", from: root + client },
    ...["schemas" as const, ...responseModulesOf(planned)].map((name) => ({
      clause: `{ ${name} }`,
      from: `./generated/${GENERATED_FILES[name]}.js`,
    })),
  ];
}
