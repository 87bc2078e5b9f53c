import type { Config, FileSettings, Override } from "../config/config.js";
import type { SourceName } from "../config/source-name.js";
import type { Operation, SecurityScheme } from "../model.js";
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
    readonly hiddenArguments?: FeaturePart<ClientContext>;
    readonly parseStrings?: FeaturePart<ClientContext>;
    readonly writeJson?: FeaturePart<ClientContext>;
    /** Credential of a security scheme. */
    readonly credentials?: FeatureCredential;
    /** Member that takes the place of `bodies`, `stream` and `forCaller`, and contains them. */
    readonly wrapper?: ClientWrapper;
    /** Address of requests for an API whose base URL is not absolute, with the names to import for it. */
    readonly address?: (baseUrl: string) => FeatureAddress;
  };

  /** Members that it writes into the module of a component. */
  readonly members?: (
    component: Pick<FeatureComponent, "override">,
    settings: FeatureSettings,
  ) => object;
  /** Flags and commands of `src/main.ts`. */
  readonly main?: {
    /** Flags of a start, as `run` gets them. */
    readonly flags?: readonly FeatureFlag[];
    /** Option of `run` and of commands with which it gets all flags: `flags: options`. */
    readonly option?: string;
    readonly command?: FeatureCommand;
  };

  /** Environment variables that it reads, by name. */
  readonly environment?:
    FeatureVariables | ((settings: FeatureSettings) => FeatureVariables);
  /** Texts in the README, by place. */
  readonly readme?: FeatureTexts;
  /** Version ranges of packages that its files import, by name. */
  readonly packages?: Imports;
  /** Parts of the project besides its source. */
  readonly project?: FeatureProject;
  /** Parts of files by which containers run the server. */
  readonly deployment?: FeatureDeployment;
  /** True if it limits the length of results, which `lint` asks. */
  readonly boundsResults?: true;
  /** True if it lists a few tools that find all others. */
  readonly replacesList?: true;
  /** True if it asks callers for the scopes in a tool's module. */
  readonly checksScopes?: true;
  /** Options that a config sets by naming it. */
  readonly settings?: (settings: FeatureSettings) => Partial<FeatureSettings>;

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

/** Environment variables by name. */
export type FeatureVariables = Readonly<Record<string, FeatureVariable>>;

/** Environment variable that a feature reads. Several features may read one. */
export interface FeatureVariable {
  /** Meaning in words, without a period; the same in every feature that reads it. */
  readonly meaning: string;
  /** Use that this feature makes of it, if it is one of several, after "It": "signs the questions to a user". */
  readonly use?: string;
  /** Further sentences, without periods. Those of several features are written once. */
  readonly notes?: readonly string[];
  /** Value in `.env.example`. */
  readonly value?: string;
  /** True for a secret that a container gets as a file. */
  readonly isSecret?: true;
  /** True for the path of a folder, which clients ask their user for. `about`: default in words. */
  readonly isFolder?: true;
  readonly about?: string;
}

/** Texts in the README, as Markdown. */
export interface FeatureTexts {
  /** Line below the first commands. */
  readonly command?: string;
  /** Section on tests; `addresses`: names of the variables with the addresses of the APIs. */
  readonly tests?: (addresses: readonly string[]) => string;
  /** Paragraph below what handlers return. */
  readonly results?: (settings: FeatureSettings) => string;
  /** Item in the list of environment variables that others than the server read. */
  readonly environment?: string;
  /** Command that reads `.env`. */
  readonly reader?: string;
  /** Sentence on sessions, drains and ports. */
  readonly http?: string;
  /** Items in the list of what a server for other machines needs. */
  readonly callers?: string;
  /** Paragraph below the options of `run`. */
  readonly operation?: string;
  /** Section behind that of containers. */
  readonly section?: string;
}

/** Parts of a project besides its source. */
export interface FeatureProject {
  /** Paths of files that are printed from the template of their name. */
  readonly files?: readonly string[];
  /** Scripts of `package.json`, by name. */
  readonly scripts?: Imports;
  /** Folder with a `tsconfig.json` of its own, which `npm run typecheck` checks as well. */
  readonly checkedFolder?: string;
  /** Paths of modules that a bundler may not drop. Default: nothing is said of them. */
  readonly sideEffects?: readonly string[];
  /** Path that is not laid out by prettier, as `.prettierignore` has it. */
  readonly unformattedPath?: string;
  /** Path of a file of each API that no one edits. */
  readonly generatedPath?: (source: SourceName) => string;
  /** Steps of the workflow in CI, as shell commands. */
  readonly steps?: readonly string[];
  /** Comment at the head of `.env.example`. */
  readonly environmentComment?: string;
  /** Module that Node loads before the server, bundled into a file of its own. */
  readonly preload?: {
    /** Name of the file below `dist`, without extension, and of the constant in `build.mjs`. */
    readonly name: string;
    /** Path of the module. */
    readonly module: string;
    /** Purpose: "Sets up OpenTelemetry". */
    readonly about: string;
  };
}

/** Parts of files by which containers run a server. */
export interface FeatureDeployment {
  /** Arguments of the server, behind those of every container. */
  readonly args?: readonly string[];
  /** Reason why there may be one replica only; null if there may be any number. */
  readonly singleReason?: (has: CodeContext["has"]) => string | null;
  /** True if callers have folders for files, which need a place that can be written. */
  readonly hasFiles?: true;
  /** Server to which it connects, and its port: `to Redis`, 6379. */
  readonly destination?: { readonly name: string; readonly port: number };
  /** Sentence on its secrets, in the head of `kubernetes.yaml`. */
  readonly secretsHint?: string;
  /** Lines of the Dockerfile that set variables. `packageName`: name of the project. */
  readonly imageVariables?: (packageName: string) => string;
  /** Lines behind the variables of the container in `kubernetes.yaml`. */
  readonly kubernetesVariables?: string;
  /** Service in `compose.yaml` that the server needs. */
  readonly service?: ComposeService;
}

/** Service in `compose.yaml`. */
export interface ComposeService {
  readonly name: string;
  /** Name of a network that it shares with the server alone, and why. */
  readonly network: string;
  readonly networkComment: string;
  /** Shell commands that write its secrets. */
  readonly commands: string;
  /** Name of its secret, a file below `secrets`. */
  readonly secret: string;
  /** Source of the service. */
  readonly definition: string;
  /** Name of its volume. */
  readonly volume: string;
}

/** Flag of `src/main.ts`. */
export interface FeatureFlag {
  readonly name: string;
  /** Form of its value in the help: `<tags>`. Default: it has none, and is true or false. */
  readonly value?: string;
  /** Meaning in words, for the help. */
  readonly about: string;
  /** Members of its entry in `parseArgs` besides its type: `default: false`. */
  readonly settings?: string;
}

/** Command of `src/main.ts`, in addition to serving. */
export interface FeatureCommand {
  readonly name: string;
  /** Arguments and flags, for the help. */
  readonly usage: string;
  /** Flags of this command alone. `code` finds their values under their names. */
  readonly flags?: readonly FeatureFlag[];
  /** Source of the command; undefined if this server has nothing for it. */
  readonly write: (context: CommandContext) => CommandCode | undefined;
}

/** Facts that decide how a command looks. */
export interface CommandContext {
  /** Options of features behind `env`: `, flags: options`; empty for none. */
  readonly options: string;
  readonly hasScriptClient: boolean;
  readonly credentials: readonly {
    /** Name of the security scheme, behind that of its API if there are several. */
    readonly name: string;
    readonly scheme: SecurityScheme;
    /** Options of its credential, with the names of variables. */
    readonly options: Readonly<Record<string, unknown>>;
  }[];
}

/** Source of a command: a declaration above all code, and the lines that run it. */
export interface CommandCode {
  readonly declaration?: string;
  readonly lines: readonly string[];
}

/** Credential of a security scheme: a call of the feature's function. */
export interface FeatureCredential {
  /** Call as an owner writes it. */
  readonly example: string;
  /** Options of the call for a scheme; undefined if the feature is for other schemes. */
  readonly write?: (scheme: SecurityScheme) => CredentialOptions | undefined;
}

/** Options of a credential. */
export interface CredentialOptions {
  /** Fixed options. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** Variables by the option that names each: the ending of its name, and its meaning. */
  readonly variables: Readonly<
    Record<string, readonly [ending: string, meaning: string]>
  >;
  /** True if the values of its variables are paths of files. */
  readonly hasFiles?: true;
  /** Options of another way to log in, which a container does not need. */
  readonly choices?: readonly string[];
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
  /** Environment variables whose values are sent for arguments, by argument, or by request and argument. */
  readonly variables: Readonly<Record<string, string>>;
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
  readonly files: FileSettings | null;
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

/** Facts about what requests of components send, which decide on the parts of a client and a server that send it. */
export interface RequestValues {
  /** True if a component has arguments. */
  readonly hasArguments: boolean;
  /** True if JSON of a request may have an integer beyond 2^53, and if a body has objects or lists as members. */
  readonly hasLongIntegers: boolean;
  readonly hasNestedBodies: boolean;
  /** Styles of parameters and of fields of forms. */
  readonly styles: ReadonlySet<string>;
  /** True if values of arguments come from environment variables. */
  readonly hasVariables: boolean;
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

/** Facts about what requests of components send, which decide on the parts of a client and a server that send it. */
export interface RequestValues {
  /** True if a component has arguments. */
  readonly hasArguments: boolean;
  /** True if JSON of a request may have an integer beyond 2^53, and if a body has objects or lists as members. */
  readonly hasLongIntegers: boolean;
  readonly hasNestedBodies: boolean;
  /** Styles of parameters and of fields of forms. */
  readonly styles: ReadonlySet<string>;
  /** True if values of arguments come from environment variables. */
  readonly hasVariables: boolean;
}
