import {
  OPERATIONS,
  confirm,
  createService,
  dedent,
  dispatch,
  elicitConsent,
  inlineSchemas,
  prompts,
  refs,
  resources,
  shortenResponses,
  structuredOutput,
  truncateSchemas,
  type ApiDefinition,
  type Caller,
  type Component,
  type Feature,
  type Listing,
  type ResponseFields,
  type Schemas,
  type ServerContext,
} from "../runtime.js";
import { FEATURES, mainImportOf } from "../features/features.js";
import { moduleFolderOf } from "../config/source-name.js";
import { entriesOf, isObject, readExactText, toArray } from "../shared/json.js";
import type { JsonObject } from "../shared/json.js";
import { memoize } from "../shared/memoize.js";
import { toSlug } from "../shared/slug.js";
import { findCustomComponents } from "./custom-components.js";
import {
  createSchemaReader,
  type Definition,
  type Surface,
} from "./surface.js";

/** Component as the server lists it to a client, and the path of its contract. */
export interface ListedComponent {
  /** Path of the module; of a tool of the search, of the runtime. */
  readonly path: string;
  readonly contractPath: string;
  /** Member of a list of the protocol. */
  readonly listed: JsonObject;
}

/** Lists and instructions of a server, as far as its source says them. */
export interface ListedServer {
  readonly components: readonly ListedComponent[];
  /** Text for the model about the server as a whole; empty if there is none. */
  readonly instructions: string;
}

/**
 * Lists all components of a project as its server lists them to a caller who may use all, without a search, by the
 * code of the runtime. What a module computes when it starts is not known: no code of the project is run.
 */
export async function listServer(
  { components, servers }: Surface,
  texts: ReadonlyMap<string, string>,
): Promise<ListedServer> {
  const server = servers.get("src/server.ts") ?? {};
  const features = readFeatures(server);
  const list = createLister(texts, {
    features: features.flatMap(({ feature }) => feature ?? []),
    clients: servers,
  });
  const generated = await Promise.all(
    components.map(async ({ definition, kind, path }) => {
      const component = { ...definition, kind: RUNTIME_KINDS[kind] ?? kind };
      const listed = await list(component, folderOf(path));
      return listed
        ? [{ path, contractPath: toContractPath(path), listed }]
        : [];
    }),
  );
  const [firstFolder = "src/"] = components.map(({ path }) => folderOf(path));
  const custom = await Promise.all(
    [...texts]
      .filter(([path]) => path.startsWith("src/custom/"))
      .flatMap(([path, text]) => [...findCustomComponents(path, text)])
      .map(async ({ component, contractPath, path }) => {
        const listed = await list(component, firstFolder);
        return listed ? [{ path, contractPath, listed }] : [];
      }),
  );
  const isSearched = features.some(({ name }) => isReplacing(name));
  return {
    components: [
      ...generated.flat(),
      ...custom.flat(),
      ...(isSearched ? OPERATIONS : []).map((operation) => ({
        path: "src/runtime/features/listing/search/operations.ts",
        contractPath: `test/contract/runtime/${toSlug(operation.name)}.json`,
        listed: { ...operation },
      })),
    ],
    instructions: dedent(readExactText(server["instructions"])),
  };
}

/** True for the function of a feature that lists a few tools in place of all. */
function isReplacing(functionName: string): boolean {
  return FEATURES.some(
    (feature) =>
      feature.replacesList && mainImportOf(feature).name === functionName,
  );
}

/** Kinds of components that have another name in the runtime than in paths. */
const RUNTIME_KINDS: Readonly<Record<string, string>> = {
  "resource-template": "template",
};

/** Folder of the API of a module: `src/shop/` for `src/shop/tools/add.ts`. */
function folderOf(path: string): string {
  const [, sourceName] =
    /^src\/(?:([\w-]+)\/)?(?:tools|resources|resource-templates)\//.exec(
      path,
    ) ?? [];
  return moduleFolderOf(sourceName ?? null);
}

/** Features that change what lists say, by the name of the function that creates them. */
const LISTING_FEATURES: Readonly<
  Record<string, (options: JsonObject) => Feature>
> = {
  confirm,
  elicitConsent,
  structuredOutput,
  shortenResponses: ({ fields }) =>
    shortenResponses(fields === false ? { fields } : {}),
};

/** Features that `server.ts` names. Those that read or open something are left out. */
function readFeatures(server: Definition) {
  return toArray(server["features"])
    .filter(isObject)
    .map((entry) => {
      const name = readExactText(entry["call"]);
      const [options] = toArray(entry["with"]);
      const create = Object.hasOwn(LISTING_FEATURES, name)
        ? LISTING_FEATURES[name]
        : undefined;
      return { name, feature: create?.(isObject(options) ? options : {}) };
    });
}

/** Methods that list components, and the members of their results. */
const LISTS = [
  ["tools/list", "tools"],
  ["resources/list", "resources"],
  ["resources/templates/list", "resourceTemplates"],
  ["prompts/list", "prompts"],
] as const;

/** Context of a server that lists and calls nothing. */
const CONTEXT: ServerContext = {
  env: {},
  removedVariables: new Map(),
  log: Object.assign(() => undefined, {
    debug: () => undefined,
    info: () => undefined,
    warn: () => undefined,
    error: () => undefined,
  }),
  secrets: new Set(),
  redact: (text) => text,
  problems: new Set(),
  authNeeds: new Set(),
  lifecycles: new Set(),
};

/** Caller on standard input, who may use everything. */
const CALLER = {
  id: 1,
  signal: new AbortController().signal,
  log: CONTEXT.log,
  headers: {},
  progress: () => undefined,
} as Caller;

/**
 * Creates the function that lists one component of the API in a folder; undefined for one that the server could not
 * serve. Each is listed by a server of its own, so that no component takes another one's place.
 */
function createLister(
  texts: ReadonlyMap<string, string>,
  {
    clients,
    features,
  }: {
    readonly clients: ReadonlyMap<string, Definition>;
    readonly features: readonly Feature[];
  },
) {
  const readSchemas = createSchemaReader(texts);
  const listing = readListing(texts.get("src/server.ts") ?? "");
  const apiOf = memoize((folder: string): Omit<ApiDefinition, "components"> => {
    const readFields = (file: string, name: string) =>
      readJsonConstant(texts.get(`${folder}generated/${file}.ts`) ?? "", name);
    const outputSchemas = readFields("output-schemas", "outputSchemas");
    const responseFields = readFields("response-fields", "responseFields");
    return {
      schemas: readSchemas(folder) satisfies Schemas,
      ...(outputSchemas && { outputSchemas }),
      ...(responseFields && { responseFields }),
      client: () => createClientStub(clients, folder),
    };
  });
  return async (
    component: object,
    folder: string,
  ): Promise<JsonObject | undefined> => {
    const source = {
      ...apiOf(folder),
      components: [component as Component], // as it was generated
    };
    try {
      const service = createService(
        {
          name: "",
          version: "",
          sources: [source],
          ...(listing && { listing }),
          features: [...features, prompts(), resources()],
        },
        CONTEXT,
      );
      for (const [method, key] of LISTS) {
        if (!Object.hasOwn(service.handlers, method)) continue;
        const result = await dispatch(service, { method }, CALLER);
        const [listed] = toArray(result[key]);
        if (isObject(listed)) return toPlainJson(listed);
      }
    } catch {
      // The server does not start with it, and says why.
    }
    return undefined;
  };
}

const toPlainJson = (value: JsonObject) =>
  JSON.parse(JSON.stringify(value)) as JsonObject;

/** Client that has only the names of the headers that the API's client sets. */
function createClientStub(
  clients: ReadonlyMap<string, Definition>,
  folder: string,
) {
  const [, name] = /^src\/([\w-]+)\/$/.exec(folder) ?? [];
  const file = name === undefined ? "src/client.ts" : `src/${name}-client.ts`;
  const names = entriesOf(clients.get(file)?.["headers"]).flatMap(
    ([header]) => [[header, ""] as const, [header.toLowerCase(), ""] as const],
  );
  return { headers: Object.fromEntries(names) } as ReturnType<
    ApiDefinition["client"]
  >;
}

/** Listing of input schemas, as `server.ts` names it; undefined if they are listed as they are. */
function readListing(serverText: string): Listing | undefined {
  const [, name = ""] = /^ {2}listing: (.*),$/m.exec(serverText) ?? [];
  const [, isTruncated, listingName = name] =
    /^(truncateSchemas)\((\w+)\)$/.exec(name) ?? [];
  const listing = listingName === "inlineSchemas" ? inlineSchemas : refs;
  if (name === "") return undefined;
  return isTruncated === undefined ? listing : truncateSchemas(listing);
}

/** Constant of a generated module that is written as JSON text; undefined if there is none. */
function readJsonConstant(
  moduleText: string,
  name: string,
): ResponseFields | undefined {
  const start = moduleText.indexOf(`export const ${name} = JSON.parse(`);
  const json = moduleText.slice(
    moduleText.indexOf("`", start) + 1,
    moduleText.lastIndexOf("`"),
  );
  try {
    const value: unknown = start < 0 ? undefined : JSON.parse(json);
    return isObject(value)
      ? { operations: {}, $defs: {}, ...value }
      : undefined;
  } catch {
    return undefined;
  }
}

/** `src/shop/tools/add.ts` → `test/contract/shop/add.json`, `src/resources/pets.ts` → `test/contract/resources/pets.json` */
function toContractPath(path: string): string {
  return path
    .replace(/^src\/(.*\/)?tools\//, "test/contract/$1")
    .replace(/^src\//, "test/contract/")
    .replace(/ts$/, "json");
}
