import type { Config, Override } from "../config/config.js";
import type { SourceName } from "../config/source-name.js";
import type { Operation, SecurityScheme } from "../model.js";
import type { RequestValues } from "../emit/request-values.js";
import type { Stage } from "../runtime.js";

/** Names to import by module, as they stand between the braces: `{ "features/state/limits": "limits" }`. */
export type Imports = Readonly<Record<string, string>>;

/**
 * Reason for a feature that the config does not name: a document that needs it, a requirement of the specification,
 * a promise of SECURITY.md, or another option of the config that can't work without it.
 */
export type FeatureReason = "document" | "spec" | "security" | "choice";

/**
 * Optional part of an emitted server: everything that the generator says and writes of it. `features.ts` lists all. Only
 * what differs from the usual is set.
 */
export interface FeatureDefinition {
  /** Name in a config and for `toolwright add`: words with hyphens between. */
  readonly name: string;
  /** Purpose in words: "a limit on the calls of each caller in a period". */
  readonly about: string;
  /** Names to import, the entry point first, by file below `src/runtime` without extension. Files that these import are emitted as well. */
  readonly imports: Imports;
  /** Names to import from other modules, as `src/server.ts` names them: `./custom/count-calls.js`, or a package. */
  readonly modules?: Imports;
  /** Further files below `src/runtime`, without extension, that are emitted and that no other file of it imports. */
  readonly files?: readonly string[];

  /** Reason for which a project gets it. Default: the config names it. */
  readonly reason?: FeatureReason;
  /** True if a project needs it, although its config does not name it. */
  readonly isNeeded?: (context: FeatureContext) => boolean;
  /** False if it would have nothing to do, even if the config names it. Default: true. */
  readonly isPossible?: (context: FeatureContext) => boolean;
  /** Features that do what it does: beside one of them it is left out. */
  readonly impliedBy?: readonly string[];
  /** Part that has it: the client of one API, the server for one API, or the server itself (the default). */
  readonly owner?: "api" | "client";
  /** True if its code needs values that no config has: a config that names it gets its files alone. */
  readonly needsValues?: true;

  /** Code in `src/server.ts`, by the member of the server's definition that has it. */
  readonly server?: {
    /** Member of `features`, in the order that `stage` asks for, then in that of `features.ts`. */
    readonly features?: FeaturePart & { readonly stage?: Stage };
    /** Member of `http`, in the order of `features.ts`. */
    readonly http?: FeaturePart;
    readonly auth?: FeaturePart;
    readonly sessions?: FeaturePart;
    /** Function that lists input schemas. One that `wraps` another gets it as its argument. */
    readonly listing?: FeaturePart & { readonly wraps?: true };
    /** Member of the API's entry in `sources`, as a whole: `check: checks`. */
    readonly source?: FeaturePart;
    /** True if its names are imported for code that another feature or the template writes. */
    readonly isImported?: true;
  };
  /** Code in `src/client.ts`, by the member of the client's options that has it. */
  readonly client?: {
    /** Names to import there. Default: those of the feature. */
    readonly imports?: Imports;
    readonly transport?: FeaturePart<ClientContext>;
    /** Member of `middleware`, in the order of `features.ts`. */
    readonly middleware?: FeaturePart<ClientContext>;
    /** Member of `bodies`: a function that writes request bodies. */
    readonly bodies?: FeaturePart<ClientContext>;
    readonly stream?: FeaturePart<ClientContext>;
    readonly forCaller?: FeaturePart<ClientContext>;
    readonly parseTexts?: FeaturePart<ClientContext>;
    readonly writeJson?: FeaturePart<ClientContext>;
    /** Credential of a security scheme. */
    readonly credentials?: FeaturePart;
    /** Member that takes the place of `bodies`, `stream` and `forCaller`, and contains them. */
    readonly wrapper?: ClientWrapper;
    /** Address of requests for an API whose base URL is not absolute, with the names to import for it. */
    readonly address?: (baseUrl: string) => FeatureAddress;
  };

  /** File below `src`, without extension, and code by which an owner uses it. Default: those of its parts. */
  readonly use?: FeatureUse;
  /** Features that `toolwright add` writes with it, and the lines for them. */
  readonly companions?: readonly string[];
  /** Features that serve what it defines, and the code in `src/server.ts` for them. */
  readonly servedBy?: {
    readonly features: readonly string[];
    readonly code: string;
  };
  /** Parts that only a generation with the feature in the config writes, in words. */
  readonly onlyGenerated?: string;
}

/** Code of a feature at one place. */
export interface FeaturePart<Context = CodeContext> {
  /** Code as an owner writes it, for `toolwright add` and docs/features.md. Default: a call without arguments. */
  readonly example?: string;
  /** Code as it is generated. Default: that of `example`. */
  readonly code?: (context: Context) => string;
  /** Names to import for it. Default: those of the feature. */
  readonly imports?: Imports;
}

/** Member of a client's options that contains others. */
export interface ClientWrapper {
  /** Argument that body writers get in it. */
  readonly bodyOptions: string;
  readonly code: (
    inner: {
      readonly bodies: readonly string[];
      /** Further members: `stream: streams()`. */
      readonly members: readonly string[];
    },
    context: CodeContext,
  ) => string;
}

/** Source of an address, and the names to import for it besides those of the feature. */
export interface FeatureAddress {
  readonly code: string;
  readonly imports: Imports;
}

/** Facts that decide how the code of a feature looks. */
export interface CodeContext {
  readonly settings: FeatureSettings;
  /** True if the same client or server has this feature, too. */
  readonly has: (name: string) => boolean;
}

/** Facts that decide how the code of a feature in a client looks. */
export interface ClientContext extends CodeContext {
  readonly app: FeatureApp | null;
  /** Argument of body writers: what they read files from; empty for nothing. */
  readonly bodyOptions: string;
}

/** Code that uses a feature, and its place: a file below `src`, without extension. */
export interface FeatureUse {
  readonly file: string;
  readonly code: string;
}

/** Options of a config that decide on features; null where nothing is set. */
export interface FeatureSettings
  extends
    Required<
      Pick<
        Config,
        | "alwaysListed"
        | "auth"
        | "emit"
        | "features"
        | "files"
        | "sdk"
        | "sharedSchemas"
        | "strip"
        | "tools"
      >
    >,
    Nullable<
      Pick<
        Config,
        | "audit"
        | "limits"
        | "maxConcurrency"
        | "maxResultTokens"
        | "outputSchemas"
        | "retries"
      >
    > {
  readonly source: SourceName;
}

type Nullable<Options> = {
  readonly [Name in keyof Options]-?: Exclude<Options[Name], undefined> | null;
};

/** Facts that decide whether a project gets a feature: of one API for its own features, and of all for the server's. */
export interface FeatureContext {
  readonly settings: FeatureSettings;
  readonly components: readonly FeatureComponent[];
  /** Security schemes that the components need. */
  readonly schemes: readonly SecurityScheme[];
  /** Application that is called in the same process; null for an API over HTTP. */
  readonly app: FeatureApp | null;
  /** Kinds of the media types of request bodies, and of successful responses. */
  readonly bodyKinds: ReadonlySet<string>;
  readonly responseKinds: ReadonlySet<string>;
  /** Values that requests send. */
  readonly requestValues: () => RequestValues;
  /** True if the type of a response is declared, and if a response has headers that tell of further pages. */
  readonly hasResponseTypes: boolean;
  readonly hasPageHeaders: boolean;
  /** True if the list of tools declares the types of responses. */
  readonly hasOutputSchemas: boolean;
  /** True if the server has tools of several operations. */
  readonly hasWorkflows: boolean;
  readonly listing: {
    /** True if input schemas are not listed as they are written in the modules. */
    readonly isRewritten: boolean;
    /** True if a listed input schema is too long to be written out; `isTruncated`: if parts of one are not shown. */
    readonly hasLongSchemas: boolean;
    readonly isTruncated: boolean;
    /** True if it is longer than clients read at once. */
    readonly isPaged: boolean;
  };
}

/** Application as features see it. */
export interface FeatureApp {
  readonly form: string;
  /** Relative URL of its module, and the export that is or creates it. */
  readonly specifier: string;
  readonly exportName: string;
  readonly typescript: boolean;
}

/** Component as features see it. */
export interface FeatureComponent {
  readonly kind: "resource" | "template" | "tool";
  readonly operation: Operation;
  readonly override: Override;
  readonly args: readonly {
    readonly name: string;
    readonly wireName: string;
  }[];
  readonly body?:
    | {
        readonly media: { readonly isForm: boolean };
        readonly encoding: Readonly<Record<string, unknown>>;
        readonly hasNestedFields: boolean;
      }
    | null
    | undefined;
  readonly response: { readonly form: string };
}
