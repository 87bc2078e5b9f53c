import type { ResolvedConfig } from "../config/resolve-config.js";
import type { FeatureDefinition } from "../features/feature.js";
import type { Api } from "../model.js";
import type { Truncations } from "../listing/listing.js";
import type { Plan } from "../plan/plan.js";
import type { ResponseSchemas } from "../plan/response-fields.js";
import type { ToolAnnotations } from "../describe/annotations.js";
import type { PlannedComponent } from "../plan/component.js";
import type { Argument } from "../runtime.js";
import type { ToolTokens } from "../schema/token-count.js";

/** Plan of one API of a server, with its resolved config and features. */
export interface PlannedApi {
  readonly api: Api;
  readonly plan: Plan;
  readonly settings: ResolvedConfig;
  /** Parts of arguments that tools don't show. */
  readonly truncations: Truncations;
  /** Output schemas that the list of tools has; null if it has none. */
  readonly listedOutputs: ResponseSchemas | null;
  /** Features of the API's client, and of the server for this API; sorted. */
  readonly features: {
    readonly client: readonly FeatureDefinition[];
    readonly server: readonly FeatureDefinition[];
  };
}

/** Names and version of a project. They are settled by its first generation, and kept when the document's title changes. */
export interface Identity {
  /** Name in `package.json`, with its scope if the user gave it one. */
  readonly packageName: string;
  /** Name by which clients, containers and bundles know the project: letters, digits and hyphens. */
  readonly key: string;
  /** Name in the MCP registry. */
  readonly registryName: string;
  /** Name of the author in the manifest of a bundle. */
  readonly author: string;
  /** Name that the server sends to its clients. */
  readonly serverName: string;
  /** Title that the server sends to its clients, if it differs from the name: the document's title has changed. */
  readonly title: string | null;
  /** Version that all files of the project have. */
  readonly version: string;
  /** Version in single files by their path, as it was generated last: a hand has set another one there, which stays. */
  readonly keptVersions: Readonly<Record<string, string>>;
}

/** Plans of all APIs of a server, its own features, and the tools that extensions add. */
export interface PlannedServer {
  readonly apis: readonly PlannedApi[];
  /** Names and version of the project. */
  readonly identity: Identity;
  /** Instructions that a team wrote; null if they are made of name, groups and tools. */
  readonly instructions: string | null;
  /** Features of the server that belong to no API, sorted. */
  readonly features: readonly FeatureDefinition[];
  /** Features that were added by hand (`toolwright add`), sorted. */
  readonly addedFeatures: readonly FeatureDefinition[];
  /** Lists of tools that extensions add. */
  readonly toolLists: readonly ToolList[];
  /** `src/custom/index.ts` as it was generated first; undefined if it never was. Null if a file without the list is in its place. */
  readonly custom: string | null | undefined;
}

/** Tools that an extension adds to those of the documents, with a module for each and an index. */
export interface ToolList {
  /** Name of the folder below `src`, and of the group of functions for scripts. */
  readonly name: string;
  /** Kind of its tools in reports. */
  readonly kind: "workflow";
  /** Heading of its table in the README. */
  readonly heading: string;
  /** Tools, sorted by file. */
  readonly tools: readonly ExtensionTool[];
}

/** Tool that an extension adds. */
export interface ExtensionTool {
  readonly name: string;
  readonly title: string;
  /** Key that stays the same if the tool gets another name. */
  readonly id: string;
  /** Path of its module. */
  readonly path: string;
  /** Name of the module's file without its ending. */
  readonly file: string;
  readonly exportName: string;
  /** JSON Schemas of its arguments, by name. */
  readonly arguments: Readonly<Record<string, Argument>>;
  readonly annotations: ToolAnnotations;
  /** Components that it calls, each with the clause of its import. */
  readonly uses: ReadonlyMap<PlannedComponent, string>;
  readonly tokens: ToolTokens;
}

/** File to emit: a template and its view. */
export interface PlannedFile {
  /** Relative to the output folder, with forward slashes. */
  readonly path: string;
  readonly template: string;
  readonly data: object;
  /** People may change it; regeneration merges. */
  readonly editable: boolean;
  /** Text of the first generation, for a file that is generated once. */
  readonly originalText?: string | undefined;
  /** Key that stays the same if the file is renamed: `tool POST /pets`, `shop tool POST /pets`. */
  readonly key?: string;
  /** Digest of what the words of a component are made of. */
  readonly words?: string;
  /**
   * False if the template leaves the layout to prettier; otherwise prettier runs for lines alone that became too long.
   */
  readonly isLaidOut?: boolean;
  /** Paths of the components whose arguments the file passes on. */
  readonly calledPaths?: readonly string[];
}

/** File to emit whose text is ready. */
export interface PlannedText {
  /** Relative to the output folder, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** File that an extension emits. */
export type EmittedFile = PlannedFile | PlannedText;
