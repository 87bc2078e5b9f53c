import type { App } from "../app/read-app.js";
import type { Override } from "../config/config.js";
import type { ResolvedConfig } from "../config/resolve-config.js";
import {
  namePrefixOf,
  pathPrefixOf,
  routePrefixOf,
  type SourceName,
} from "../config/source-name.js";
import type { Finding } from "../errors.js";
import { type Api, type Operation, operationKey } from "../model.js";
import { escapeInvisible } from "../shared/escape.js";
import { planResponse, type PlannedResponse } from "./response.js";
import {
  type Argument,
  overrideBodyArguments,
  overrideArgument,
  planArguments,
} from "./arguments.js";
import { planBody, type PlannedBody } from "./body.js";
import { onlyHeaderValueOf } from "./declared-headers.js";
import type { ComponentKind } from "./classify.js";
import {
  annotationsOf,
  hintsOf,
  type ToolAnnotations,
} from "../describe/annotations.js";
import {
  composeTexts,
  draftTexts,
  settleTexts,
  composeDescription,
  placeExample,
  type ComponentText,
  type TextDraft,
  type Words,
} from "../describe/describe.js";
import type { ExampleFilter } from "../describe/filter-examples.js";
import type { OperationNames } from "./names.js";
import { settleArguments, type SettledArguments } from "./argument-settings.js";
import {
  hiddenNamesOf,
  withoutArguments,
  type SettledOverride,
} from "./settled-override.js";
import { settleFields } from "./selected-fields.js";
import { hideFields } from "./hidden-fields.js";
import { checkOverride, fillFixedPath, withConfirmation } from "./overrides.js";
import {
  planRequest,
  type RequestSpec,
  type SharedArguments,
} from "./request-spec.js";
import type { DocsReader } from "../describe/operation-docs.js";
import {
  type ComponentUris,
  toQueryExpression,
  toResourceTemplateUri,
  toResourceUri,
} from "./uris.js";
import { chooseMedia } from "../schema/media.js";

/** Options of a config that shape a plan. */
export interface PlanOptions
  extends
    Pick<
      ResolvedConfig,
      | "excludeTags"
      | "outputSchemas"
      | "overrides"
      | "routeMaps"
      | "tags"
      | "descriptions"
    >,
    Partial<
      Pick<
        ResolvedConfig,
        | "arguments"
        | "baseUrl"
        | "confirmDestructive"
        | "files"
        | "include"
        | "names"
        | "security"
        | "source"
        | "strip"
        | "tools"
      >
    > {
  /** File names of the last run, by `METHOD path`. */
  readonly knownFiles: ReadonlyMap<string, string>;
  /** Words of the last run, by the component's key in the lock and the digest of what they are made of. */
  readonly lastWords?: (
    componentKey: string,
    source: string,
  ) => Words | undefined;
  /** Text of all modules that the last run generated for an operation, by its key; empty if there was none. */
  readonly lastModuleText?: (operationKey: string) => string;
  /** Longest time that all patterns of route maps may take, in milliseconds. */
  readonly maxPatternMilliseconds?: number | undefined;
  /** True for names of operations that the last run had. */
  readonly isFormer?: (name: string) => boolean;
  readonly app?: App | null;
  /** True if the document is Swagger 2.0. */
  readonly isSwagger?: boolean;
}

/** Component as far as it is decided without the others of its API. */
export interface ComponentDraft extends OperationNames, ComponentText {
  readonly kind: ComponentKind;
  /** Name of its API, if a server has several. */
  readonly source: SourceName;
  readonly operation: Operation;
  /** Key of its module in the lock: `tool POST /pets`, `shop tool POST /pets`. */
  readonly lockKey: string;
  /** Parts of its texts, from which they are composed. */
  readonly draft: TextDraft;
  /** Name of this operation's types in api-types.ts. */
  readonly typesKey: string;
  /** Further words to find it by. */
  readonly keywords: readonly string[];
  /** Override that a team wrote for it. */
  readonly override: SettledOverride;
  /** Annotations of a tool that differ from the protocol's defaults; null for other kinds. */
  readonly annotations: ToolAnnotations | null;
  /** Description, annotations and examples of the input schema that clients are shown instead of the module's. */
  readonly clientView: {
    readonly description: string;
    /** Undefined if the description shows the example, or there is none. */
    readonly examples?: readonly object[] | undefined;
    readonly annotations: ToolAnnotations | null;
  };
  /** URIs that its path gives; another component may have the same. */
  readonly pathUris: ComponentUris;
  /** Arguments that callers are asked for. */
  readonly args: readonly Argument[];
  /** Names of arguments that the config sets: in its own `arguments`, and in those of the override. */
  readonly settledNames: {
    readonly common: readonly string[];
    readonly own: readonly string[];
  };
  /** Arguments whose values the server sends. */
  readonly hiddenArgs: readonly Argument[];
  readonly body: PlannedBody | null;
  readonly response: PlannedResponse;
  /** Fields that its override names and the document has lost. */
  readonly fieldFindings: readonly Finding[];
  /** Request in which every named schema is a reference. */
  readonly referringRequest: RequestSpec;
  /** True if a tool of the same operation exists, whose handler is the one to edit. */
  readonly hasTool: boolean;
}

/** Tool, resource or resource template, with everything that its module says. */
export interface PlannedComponent
  extends Omit<ComponentDraft, "pathUris" | "referringRequest">, ComponentUris {
  readonly requestSpec: RequestSpec;
}

/** Drafts one component. */
export function draftComponent(
  declaredOperation: Operation,
  context: {
    readonly api: Api;
    readonly kind: ComponentKind;
    /** Kinds of all components that its operation becomes. */
    readonly kinds: readonly ComponentKind[];
    readonly names: OperationNames;
    readonly settled: SettledArguments;
    readonly options: PlanOptions;
    readonly sharedArguments: SharedArguments;
    readonly filterExamples: ExampleFilter;
    readonly readDocs: DocsReader;
  },
): ComponentDraft {
  const { api, kind, names, options, sharedArguments, filterExamples } =
    context;
  const { bodyNames, override: settledOverride } = context.settled;
  const { operation, override } = withoutHiddenFields(declaredOperation, {
    ...context,
    override:
      kind === "tool"
        ? settledOverride
        : withoutArguments(settledOverride, bodyNames),
  });
  const { hide = [], variables = {} } = override;
  const { source = null } = options;
  const overriddenNames = hiddenNamesOf(override);
  const visibleOverrides = Object.fromEntries(
    Object.entries(override.arguments ?? {}).filter(
      ([name]) => !overriddenNames.includes(name),
    ),
  );
  const declaredBody = operation.body;
  const media =
    declaredBody && chooseMedia(declaredBody, api, override.contentType);
  const bodyContext = {
    api,
    hiddenArguments: overriddenNames,
    filterExamples,
    operation,
    takesPaths: (options.files ?? null) !== null,
  };
  const body =
    kind === "tool" && media
      ? overrideBodyArguments(
          planBody(declaredBody, media, bodyContext),
          visibleOverrides,
        )
      : null;
  const allArguments = planArguments(operation, body, api).map((argument) =>
    overrideArgument(argument, visibleOverrides),
  );
  const annotations =
    kind === "tool"
      ? { ...annotationsOf(operation), ...override.annotations }
      : null;
  const hints = annotations && hintsOf(annotations);
  checkOverride(override, { operation, kind, annotations, args: allArguments });
  const fixed = { ...findOnlyHeaders(allArguments, api), ...override.fixed };
  const hiddenNames = hiddenNamesOf({ ...override, fixed });
  const args = allArguments.filter(({ name }) => !hiddenNames.includes(name));
  // The value of a variable is known only when the server runs.
  const variablePlaces = Object.fromEntries(
    Object.keys(variables).map((name) => [name, name]),
  );
  const path =
    pathPrefixOf(source) +
    fillFixedPath(operation.path, allArguments, {
      ...variablePlaces,
      ...fixed,
    });
  const confirmedOverride = withConfirmation(
    override,
    options.confirmDestructive,
    hints,
    args,
  );
  const declaredResponse = planResponse(operation, api);
  const { findings: fieldFindings, ...selectedFields } = settleFields(
    operation,
    override,
    {
      api,
      response: declaredResponse,
      isStripped: override.strip ?? options.strip ?? true,
      isFormer: options.isFormer ?? (() => false),
    },
  );
  const response = { ...declaredResponse, ...selectedFields };
  const draft = draftTexts(operation, {
    name: names.name,
    kind,
    override,
    docs: context.readDocs(declaredOperation),
    args,
    body,
    api,
    texts: options.descriptions,
    fields: response.fields,
  });
  const docs = composeTexts(draft);
  return {
    ...names,
    draft,
    name: namePrefixOf(source) + names.name,
    kind,
    source,
    operation,
    lockKey: toLockKey(source, kind, operation),
    typesKey: names.name,
    keywords: override.keywords ?? [],
    override: confirmedOverride,
    settledNames: {
      common: context.settled.usedNames,
      own: context.settled.ownNames,
    },
    ...docs,
    annotations,
    clientView: {
      description: composeDescription(docs),
      annotations: hints,
    },
    pathUris: urisOf(kind, path, args),
    args,
    hiddenArgs: allArguments.filter(
      ({ name }) => hiddenNames.includes(name) && !hide.includes(name),
    ),
    body,
    response,
    fieldFindings,
    referringRequest: planRequest(operation, allArguments, {
      api,
      body,
      hide,
      fixed,
      variables,
      sharedArguments,
      filterExamples,
    }),
    hasTool:
      kind !== "tool" && context.kinds.includes("tool") && media === null,
  };
}

interface ArgumentContext {
  readonly api: Api;
  readonly filterExamples: ExampleFilter;
  readonly options: PlanOptions;
}

/** Arguments of an operation as the document has them, none of them hidden. */
function listArguments(
  operation: Operation,
  contentType: string | undefined,
  { api, filterExamples, options }: ArgumentContext,
): Argument[] {
  const { body } = operation;
  const media = body && chooseMedia(body, api, contentType);
  const plannedBody =
    media &&
    planBody(body, media, {
      api,
      hiddenArguments: [],
      filterExamples,
      operation,
      takesPaths: (options.files ?? null) !== null,
    });
  return planArguments(operation, plannedBody, api);
}

/** Names of the arguments of an API, and what the config says of them. */
export interface ArgumentUse {
  /** Names of the option `arguments` that some operation has. */
  readonly usedNames: ReadonlySet<string>;
  /** Names of all arguments, in tools and in the document; empty if no option needs them. */
  readonly knownNames: ReadonlySet<string>;
}

/** Settles the arguments of an operation; what neither its override nor the config says anything of is not looked at. */
export function settleOperation(
  operation: Operation,
  override: Override,
  context: ArgumentContext,
): SettledArguments & { readonly args: readonly Argument[] } {
  const { api, options } = context;
  const { arguments: settings = {}, isSwagger = false } = options;
  const isPlain =
    Object.keys(settings).length + Object.keys(override.arguments ?? {}).length;
  const args =
    isPlain === 0
      ? []
      : listArguments(operation, override.contentType, context);
  const settleContext = { api, args, isSwagger, settings };
  return { ...settleArguments(operation, override, settleContext), args };
}

/** Operation without the fields that its override hides inside of arguments, and the override without them. */
function withoutHiddenFields(
  operation: Operation,
  context: ArgumentContext & { readonly override: SettledOverride },
): { readonly operation: Operation; readonly override: SettledOverride } {
  const { api, override } = context;
  const { contentType, hide = [] } = override;
  if (!hide.some((name) => name.includes("."))) return { operation, override };
  const args = listArguments(operation, contentType, context);
  const visible = hideFields(operation, hide, { api, args });
  return {
    operation: visible.operation,
    override: { ...override, hide: visible.hide },
  };
}

/** Values of required headers that allow no other, by argument name. */
function findOnlyHeaders(
  args: readonly Argument[],
  api: Api,
): Record<string, unknown> {
  const entries = args.flatMap(({ name, parameter }) => {
    const value = parameter && onlyHeaderValueOf(parameter, api);
    return value === null || value === undefined
      ? []
      : [[name, value] as const];
  });
  return Object.fromEntries(entries);
}

/** Component with the words that it has in the lock. */
export function settle(
  component: ComponentDraft,
  words: Words,
): ComponentDraft {
  return withTexts(component, settleTexts(component.draft, words));
}

/** Component whose description distinguishes it from others of the same text, by words that only it has. */
export function distinguish(
  component: ComponentDraft,
  distinction: string,
): ComponentDraft {
  return withTexts(component, composeTexts(component.draft, distinction));
}

function withTexts(
  component: ComponentDraft,
  docs: ComponentText,
): ComponentDraft {
  const { clientView } = component;
  return {
    ...component,
    // A longer description may leave no room for the example.
    example: undefined,
    exampleAnswer: undefined,
    ...docs,
    clientView: { ...clientView, description: composeDescription(docs) },
  };
}

/** Example call that a description shows, and the names of its arguments that the document shows no value of. */
export type ShownExample = Required<
  Pick<ComponentText, "example" | "sampledNames">
>;

/** Component with the example call that its description shows. Without a call, the description shows no example. */
export function setExample(
  component: PlannedComponent,
  exampleCall: ShownExample | undefined,
): PlannedComponent {
  const { example, ...otherFields } = component;
  if (example === undefined) return component;
  const componentWithExample = { ...otherFields, ...exampleCall };
  const clientView = {
    ...component.clientView,
    description: composeDescription(componentWithExample),
    examples: placeExample(componentWithExample).examples,
  };
  return { ...componentWithExample, clientView };
}

/** Key of a component in the lock, on one line whatever the path holds. */
export function toLockKey(
  source: SourceName,
  kind: ComponentKind,
  operation: Operation,
): string {
  const key = `${routePrefixOf(source)}${kind} ${operationKey(operation)}`;
  return escapeInvisible(key).replaceAll("\t", "\\t");
}

function urisOf(
  kind: ComponentKind,
  path: string,
  args: readonly Argument[],
): ComponentUris {
  switch (kind) {
    case "tool":
      return { uri: null, uriTemplate: null };
    case "resource": {
      const query = toQueryExpression(args);
      const uri = toResourceUri(path);
      return { uri, uriTemplate: query === "" ? null : uri + query };
    }
    case "template":
      return { uri: null, uriTemplate: toResourceTemplateUri(path, args) };
  }
}
