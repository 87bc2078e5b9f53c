import type {
  JsonSchema,
  RequestRecipe,
  ToolAnnotations,
} from "../../runtime/types.js";
import type { Override } from "../config/config.js";
import {
  namePrefix,
  pathPrefix,
  type SourceName,
} from "../config/source-name.js";
import type { Api, Operation } from "../model.js";
import { planAnswer, type PlannedAnswer } from "./answers.js";
import { planArguments, type Argument } from "./arguments.js";
import { planBody, type PlannedBody } from "./body.js";
import type { ComponentKind } from "./classify.js";
import { annotationsOf, describe, titleOf } from "./describe.js";
import { chooseMedia } from "./media.js";
import type { OperationNames } from "./names.js";
import type { PlanOptions } from "./options.js";
import { planOutput } from "./output.js";
import { checkOverride } from "./overrides.js";
import { planRecipe } from "./recipe.js";
import { queryExpression, resourceTemplateUri, resourceUri } from "./uris.js";

/** One tool, resource or resource template: what its module says. */
export interface PlannedComponent extends OperationNames {
  readonly kind: ComponentKind;
  /** The API that it belongs to, where a server has several. */
  readonly source: SourceName;
  readonly operation: Operation;
  /** Name of this operation's types in api.ts. */
  readonly typesKey: string;
  readonly title: string;
  readonly description: string;
  /** Of tools. */
  readonly annotations: ToolAnnotations | null;
  /** Of resources. */
  readonly uri: string | null;
  /** Of resource templates; of resources whose URI takes optional query parameters. */
  readonly uriTemplate: string | null;
  readonly args: readonly Argument[];
  readonly body: PlannedBody | null;
  readonly inputSchema: JsonSchema;
  readonly answer: PlannedAnswer;
  /** Of tools, where asked for. */
  readonly outputSchema: JsonSchema | null;
  readonly request: RequestRecipe;
}

/** Decides everything about one component. */
export function planComponent(
  operation: Operation,
  {
    api,
    kind,
    names,
    override,
    options,
  }: {
    api: Api;
    kind: ComponentKind;
    names: OperationNames;
    override: Override;
    options: PlanOptions;
  },
): PlannedComponent {
  const { hide = [], fixed = {} } = override;
  const { source = null } = options;
  const media =
    operation.body === null || kind !== "tool"
      ? null
      : chooseMedia(operation.body, override.contentType);
  const body =
    operation.body === null || media === null
      ? null
      : planBody(operation.body, media, {
          api,
          spellOut: hide.length > 0 || Object.keys(fixed).length > 0,
        });
  const all = planArguments(operation, body, api);
  checkOverride(override, { operation, args: all });
  const args = all.filter(
    ({ name }) => !hide.includes(name) && !Object.hasOwn(fixed, name),
  );
  const answer = planAnswer(operation, api);
  const path = pathPrefix(source) + fillPath(operation.path, fixed);
  const uris = urisOf(kind, path, args);
  const description =
    override.description ??
    describe(operation, {
      args,
      body,
      options: kind === "resource" ? uris.uriTemplate : null,
      limit: options.maxDescriptionLength,
    });
  return {
    ...names,
    name: namePrefix(source) + names.name,
    kind,
    source,
    operation,
    typesKey: names.name,
    title: override.title ?? titleOf(operation, names.name),
    description,
    annotations: kind === "tool" ? annotationsOf(operation) : null,
    ...uris,
    args,
    body,
    inputSchema: inputSchema(args, body),
    answer,
    outputSchema:
      kind === "tool" ? planOutput(answer, options.outputSchemas, api) : null,
    request: planRecipe(operation, { args: all, body, api, fixed }),
  };
}

/** A path parameter with a fixed value is no variable of a URI template. */
function fillPath(
  path: string,
  fixed: Readonly<Record<string, unknown>>,
): string {
  return path.replace(/\{([^{}]+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(fixed, name) ? String(fixed[name]) : placeholder,
  );
}

function urisOf(
  kind: ComponentKind,
  path: string,
  args: readonly Argument[],
): Pick<PlannedComponent, "uri" | "uriTemplate"> {
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

function inputSchema(
  args: readonly Argument[],
  body: PlannedBody | null,
): JsonSchema {
  const own = args.filter(
    ({ in: location, name }) =>
      location !== "body" || !body?.sharedNames.has(name),
  );
  const required = own.filter((arg) => arg.required).map(({ name }) => name);
  return {
    type: "object",
    ...(own.length === 0
      ? {}
      : {
          properties: Object.fromEntries(
            own.map(({ name, schema }) => [name, schema]),
          ),
        }),
    ...(required.length === 0 ? {} : { required }),
    ...(body === null || body.shared.length === 0
      ? {}
      : { allOf: body.shared }),
    ...(body?.open === true ? {} : { additionalProperties: false }),
  };
}
