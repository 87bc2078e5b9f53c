import { toWord } from "../shared/json.js";
import type { App } from "../app/read-app.js";
import type { Override } from "../config/config.js";
import type { Settings } from "../config/resolve-config.js";
import {
  namePrefix,
  pathPrefix,
  type SourceName,
} from "../config/source-name.js";
import type { Api, Operation } from "../model.js";
import { planAnswer, type PlannedAnswer } from "./response.js";
import {
  type Argument,
  bodyInWords,
  inWords,
  planArguments,
} from "./arguments.js";
import { planBody, type PlannedBody } from "./body.js";
import type { ComponentKind } from "./classify.js";
import {
  annotationsOf,
  hintsOf,
  type ToolAnnotations,
} from "../describe/annotations.js";
import { describe, told, type Words } from "../describe/describe.js";
import type { Telling } from "../describe/filter-examples.js";
import type { OperationNames } from "./names.js";
import { checkOverride, withConsent } from "./overrides.js";
import {
  planRecipe,
  type Recipe,
  type SharedArguments,
} from "./request-spec.js";
import type { Saying } from "../describe/operation-docs.js";
import { queryExpression, resourceTemplateUri, resourceUri } from "./uris.js";
import { chooseMedia } from "../schema/media.js";

/** What a config asks of a plan. */
export interface PlanOptions
  extends
    Pick<
      Settings,
      | "excludeTags"
      | "outputSchemas"
      | "overrides"
      | "routeMaps"
      | "tags"
      | "texts"
    >,
    Partial<
      Pick<
        Settings,
        | "baseUrl"
        | "confirmDestructive"
        | "names"
        | "security"
        | "source"
        | "tools"
      >
    > {
  /** File names of last time, by `METHOD path`. */
  readonly knownFiles: ReadonlyMap<string, string>;
  /** The text that was generated last for an operation, of all its modules; empty: none was. */
  readonly lastText?: (operationKey: string) => string;
  readonly app?: App | null;
}

/** One tool, resource or resource template: what its module says. */
export interface PlannedComponent extends OperationNames, Words {
  readonly kind: ComponentKind;
  /** The API that it belongs to, where a server has several. */
  readonly source: SourceName;
  readonly operation: Operation;
  /** Name of this operation's types in api.ts. */
  readonly typesKey: string;
  /** Words to find it by besides its own. */
  readonly keywords: readonly string[];
  /** What a team decided about it. */
  readonly override: Override;
  /** Of tools: what differs from the protocol's defaults. */
  readonly annotations: ToolAnnotations | null;
  /** What clients are shown in their place. */
  readonly shown: {
    readonly description: string;
    readonly annotations: ToolAnnotations | null;
  };
  /** Of resources. */
  readonly uri: string | null;
  /** Of resource templates; of resources whose URI takes optional query parameters. */
  readonly uriTemplate: string | null;
  /** What callers are asked for. */
  readonly args: readonly Argument[];
  readonly body: PlannedBody | null;
  readonly answer: PlannedAnswer;
  readonly recipe: Recipe;
  /** A tool of the same operation says the same, so that its handler is the one to edit. */
  readonly hasTool: boolean;
}

/** Decides everything about one component. */
export function planComponent(
  operation: Operation,
  given: {
    readonly api: Api;
    readonly kind: ComponentKind;
    /** All that its operation becomes. */
    readonly kinds: readonly ComponentKind[];
    readonly names: OperationNames;
    readonly override: Override;
    readonly options: PlanOptions;
    readonly shared: SharedArguments;
    readonly tell: Telling;
    readonly say: Saying;
    /** What tells it from another one of the same text. */
    readonly apart: string;
  },
): PlannedComponent {
  const { api, kind, names, options, override, shared, tell } = given;
  const { hide = [], fixed = {} } = override;
  const { source = null } = options;
  const without = [...hide, ...Object.keys(fixed)];
  const texts = Object.fromEntries(
    Object.entries(override.arguments ?? {}).filter(
      ([name]) => !without.includes(name),
    ),
  );
  const sent = operation.body;
  const media = sent && chooseMedia(sent, api, override.contentType);
  const surroundings = { api, without, tell, operation };
  const body =
    kind === "tool" && media
      ? bodyInWords(planBody(sent, media, surroundings), texts)
      : null;
  const all = planArguments(operation, body, api).map((one) =>
    inWords(one, texts),
  );
  const annotations =
    kind === "tool"
      ? { ...annotationsOf(operation), ...override.annotations }
      : null;
  checkOverride(override, { operation, kind, annotations, args: all });
  const args = all.filter(({ name }) => !without.includes(name));
  const answer = planAnswer(operation, api);
  const path = pathPrefix(source) + fillPath(operation.path, all, fixed);
  const words = describe(operation, {
    name: names.name,
    kind,
    override,
    said: given.say(operation),
    apart: given.apart,
    args,
    body,
    api,
    texts: options.texts,
  });
  return {
    ...names,
    name: namePrefix(source) + names.name,
    kind,
    source,
    operation,
    typesKey: names.name,
    keywords: override.keywords ?? [],
    override: withConsent(
      override,
      options.confirmDestructive,
      annotations,
      args,
    ),
    ...words,
    annotations,
    shown: {
      description: told(words),
      annotations: annotations && hintsOf(annotations),
    },
    ...urisOf(kind, path, args),
    args,
    body,
    answer,
    recipe: planRecipe(operation, all, { body, hide, fixed, shared, tell }),
    hasTool: kind !== "tool" && given.kinds.includes("tool") && media === null,
  };
}

/** A component with the example that its description shows; undefined: it shows none. */
export function withExample(
  component: PlannedComponent,
  call:
    | {
        readonly example: Words["example"];
        readonly filledIn: readonly string[];
      }
    | undefined,
): PlannedComponent {
  const { example, ...others } = component;
  if (example === undefined) return component;
  const made = { ...others, ...call };
  const shown = { ...component.shown, description: told(made) };
  return { ...made, shown };
}

/** A path parameter with a fixed value is no variable of a URI template. */
function fillPath(
  path: string,
  args: readonly Argument[],
  fixed: Readonly<Record<string, unknown>>,
) {
  return path.replace(/\{([^{}]+)\}/g, (placeholder, wireName: string) => {
    const { name = "" } =
      args.find((one) => one.in === "path" && one.wireName === wireName) ?? {};
    return Object.hasOwn(fixed, name) ? toWord(fixed[name]) : placeholder;
  });
}

function urisOf(kind: ComponentKind, path: string, args: readonly Argument[]) {
  switch (kind) {
    case "tool":
      return { uri: null, uriTemplate: null };
    case "resource": {
      const query = queryExpression(args);
      const uri = resourceUri(path);
      return { uri, uriTemplate: query === "" ? null : uri + query };
    }
    case "template":
      return { uri: null, uriTemplate: resourceTemplateUri(path, args) };
  }
}
