import { createArgumentCheck } from "./arguments/arguments.js";
import type { CheckArguments } from "./arguments/arguments.js";
import type { Client } from "./client.js";
import { listedSchema } from "./arguments/input-schema.js";
import type { SchemaMode } from "./arguments/input-schema.js";
import { propertiesOf } from "./arguments/json-schema.js";
import type { Log } from "./server/log.js";
import { createStrip } from "./answer/strip.js";
import type { Strip } from "./answer/strip.js";
import { listedOutput } from "./answer/output-schema.js";
import { missingCredentials } from "./credentials/missing.js";
import { once } from "./once.js";
import { maskSecrets } from "./credentials/secrets.js";
import type {
  Component,
  JsonSchema,
  Resource,
  ResourceTemplate,
  Schemas,
  Tool,
} from "./types.js";
import {
  byLiteralness,
  compileUriTemplate,
  normalizeUri,
} from "./server/uri-template.js";
import type { UriMatcher } from "./server/uri-template.js";

/** The components of one API, and how it is called. */
export interface Source {
  readonly tools?: readonly Tool[];
  readonly resources?: readonly Resource[];
  readonly templates?: readonly ResourceTemplate[];
  /** What `#/$defs/…` means in `inputSchema`. */
  readonly schemas: Schemas;
  /** What `#/$defs/…` means in `answer`. */
  readonly answers: Schemas;
  /** What `#/$defs/…` means in `outputSchema`. */
  readonly outputs?: Schemas;
  /** Made when it is first needed. */
  readonly client: Client | (() => Client);
}

export interface CatalogOptions {
  readonly name: string;
  readonly title?: string;
  readonly version: string;
  /** Told to the model about the server as a whole. */
  readonly instructions?: string;
  /** How clients get shared schemas. Default: written out (`inline`), since some refuse references. */
  readonly schemas?: SchemaMode;
  /** Bytes of JSON that the arguments of one component take in a listing; deeper parts of larger ones are described in words. Default: 24 KB `inline`, any number as `refs`. */
  readonly maxSchemaBytes?: number;
  /** Changes schemas of arguments on their way to clients, such as `forGemini`; calls are checked against the whole ones. */
  readonly narrow?: (schema: JsonSchema) => JsonSchema;
  readonly sources: readonly Source[];
}

/** What all components of a source share. */
export interface Origin {
  readonly strip: Strip;
  readonly client: () => Client;
  readonly check: CheckArguments;
}

/** One component, ready to serve. */
export interface Entry<Kind extends Component = Component> {
  readonly component: Kind;
  readonly origin: Origin;
  /** The arguments as clients see them. */
  readonly inputSchema: () => JsonSchema;
  /** The answer as clients see it, of tools that declare it. */
  readonly outputSchema: () => JsonSchema | undefined;
}

export interface TemplateEntry extends Entry<ResourceTemplate> {
  readonly matcher: UriMatcher;
}

export interface ResourceEntry extends Entry<Resource> {
  /** Where it takes optional arguments. */
  readonly matcher: UriMatcher | undefined;
}

/** Everything that a server offers. Made once and shared by all connections; nothing in it changes. */
export interface Catalog {
  readonly options: CatalogOptions;
  /** By name, sorted. */
  readonly tools: ReadonlyMap<string, Entry<Tool>>;
  /** By normalized URI, sorted by name. */
  readonly resources: ReadonlyMap<string, ResourceEntry>;
  /** The most literal one first. */
  readonly templates: readonly TemplateEntry[];
  readonly originOf: (component: Component) => Origin | undefined;
  /** Text without the secrets of all clients. */
  readonly mask: (text: string) => string;
  /** Tells once which credentials are missing. */
  readonly announce: (log: Log) => void;
  /** Starts what the transports of all clients need. Rejects where that fails. */
  readonly start: () => Promise<void>;
  /** Ends what was started. */
  readonly close: () => Promise<void>;
}

/** Prepares what a server offers. Throws where two components have the same name or URI. */
export function createCatalog(options: CatalogOptions): Catalog {
  const { schemas: mode = "inline", maxSchemaBytes: maxBytes } = options;
  const { narrow = (schema: JsonSchema) => schema } = options;
  const prepared = options.sources.map((source) => ({
    source,
    origin: toOrigin(source),
  }));
  const entries = <Kind extends Component>(
    pick: (source: Source) => readonly Kind[] | undefined,
  ): Entry<Kind>[] =>
    prepared.flatMap(({ source, origin }) =>
      (pick(source) ?? []).map((component) => ({
        component,
        origin,
        inputSchema: once(() =>
          narrow(listedSchema(component, source.schemas, { mode, maxBytes })),
        ),
        outputSchema: once(() => listedOutput(component, source.outputs ?? {})),
      })),
    );
  const templates = [
    ...unique(
      entries(({ templates }) => templates).map(withMatcher),
      ({ matcher }) => matcher.shape,
    ).values(),
  ];
  const all = entries<Component>(
    ({ resources = [], templates = [], tools = [] }) => [
      ...tools,
      ...resources,
      ...templates,
    ],
  );
  const origins = new Map(
    all.map(({ component, origin }) => [component, origin]),
  );
  let announced = false;

  return {
    options,
    tools: unique(
      entries(({ tools }) => tools),
      ({ component }) => component.name,
    ),
    resources: unique(
      entries(({ resources }) => resources).map(withOptionalMatcher),
      ({ component }) => normalizeUri(component.uri),
    ),
    templates: templates.sort((a, b) => byLiteralness(a.matcher, b.matcher)),
    originOf: (component) => origins.get(component),
    mask: (text) =>
      prepared.reduce(
        (masked, { origin }) => maskSecrets(masked, origin.client()),
        text,
      ),
    announce(log) {
      if (announced) return;
      announced = true;
      for (const [message, components] of missingCredentials(all))
        log.warn("credentials", { message, components });
    },
    async start() {
      for (const { origin } of prepared)
        await origin.client().transport.start?.();
    },
    async close() {
      // One that fails must not keep the others from ending.
      await Promise.allSettled(
        prepared.map(async ({ origin }) => origin.client().transport.close?.()),
      );
    },
  };
}

function toOrigin({ answers, client, schemas }: Source): Origin {
  return {
    strip: createStrip(answers),
    client: typeof client === "function" ? once(client) : () => client,
    check: createArgumentCheck(schemas),
  };
}

function withMatcher(entry: Entry<ResourceTemplate>): TemplateEntry {
  return { ...entry, matcher: matcherOf(entry, entry.component.uriTemplate) };
}

function withOptionalMatcher(entry: Entry<Resource>): ResourceEntry {
  const { uriTemplate } = entry.component;
  const matcher =
    uriTemplate === undefined ? undefined : matcherOf(entry, uriTemplate);
  return { ...entry, matcher };
}

function matcherOf({ inputSchema }: Entry, uriTemplate: string): UriMatcher {
  const lists = propertiesOf(inputSchema())
    .filter(([, { type }]) => [type].flat().includes("array"))
    .map(([name]) => name);
  return compileUriTemplate(uriTemplate, new Set(lists));
}

/** Entries by key, sorted by name. */
function unique<Kind extends Entry>(
  entries: readonly Kind[],
  keyOf: (entry: Kind) => string,
): Map<string, Kind> {
  const byKey = new Map<string, Kind>();
  const sorted = entries.toSorted((a, b) =>
    a.component.name < b.component.name ? -1 : 1,
  );
  for (const entry of sorted) {
    const key = keyOf(entry);
    const earlier = byKey.get(key);
    if (earlier)
      throw new Error(
        `The ${describe(earlier)} and the ${describe(entry)} would both answer to "${key}". Rename one of them, or take one off its list.`,
      );
    byKey.set(key, entry);
  }
  return byKey;
}

function describe({ component: { kind, name, request } }: Entry): string {
  return `${kind} ${name} (${request.method} ${request.path})`;
}
