import type {
  JsonSchema,
  RequestRecipe,
  ToolAnnotations,
} from "../../runtime/types.js";
import type { App } from "../app/read-app.js";
import type { Override } from "../config.js";
import type { Finding } from "../errors.js";
import type { Api, Operation, Schema } from "../model.js";
import { planAnswer, answerShape, type PlannedAnswer } from "./answers.js";
import { planArguments, type Argument } from "./arguments.js";
import { planBody, type PlannedBody } from "./body.js";
import { chooseMedia } from "./media.js";
import { classifier, type ComponentKind, type RouteMap } from "./classify.js";
import { clientSubschema } from "./client-schema.js";
import { tellTools, type Clients } from "./clients.js";
import { annotationsOf, describe, titleOf } from "./describe.js";
import { passSchemas } from "./gate.js";
import { planListing, type PlannedListing } from "./listing.js";
import {
  compare,
  nameOperations,
  operationKey,
  type OperationNames,
} from "./names.js";
import { checkOverride, overridesOf, type Overrides } from "./overrides.js";
import { outputSchema } from "./output-schema.js";
import { planOutput, type OutputMode } from "./output.js";
import { planRecipe } from "./recipe.js";
import { referenceNames } from "./shape.js";
import { queryExpression, resourceTemplateUri, resourceUri } from "./uris.js";

/** Everything that can be decided is decided here; templates only print it. */
export interface Plan {
  readonly components: readonly PlannedComponent[];
  /** Input schemas that components refer to, sorted by name. */
  readonly schemas: ReadonlyMap<string, Schema>;
  /** Answer shapes that components refer to, sorted by name. */
  readonly answers: ReadonlyMap<string, Schema>;
  /** Schemas that `outputSchema`s refer to, sorted by name. Null: none are asked for. */
  readonly outputs: ReadonlyMap<string, Schema> | null;
  /** What is called in the server's own process; null: an API over HTTP. */
  readonly app: App | null;
  readonly listing: PlannedListing;
  readonly findings: readonly Finding[];
}

export interface PlannedComponent extends OperationNames {
  readonly kind: ComponentKind;
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

export interface PlanOptions {
  readonly routeMaps: readonly RouteMap[];
  readonly overrides: Readonly<Record<string, Override>>;
  readonly maxNameLength: number;
  readonly maxDescriptionLength: number;
  readonly outputSchemas: OutputMode;
  readonly schemas: "refs" | "inline";
  readonly clients: Clients;
  /** File names of last time, by `METHOD path`. */
  readonly knownFiles: ReadonlyMap<string, string>;
  readonly app?: App | null;
}

export function plan(api: Api, options: PlanOptions): Plan {
  const findings: Finding[] = [];
  const classify = classifier(options.routeMaps);
  const overrides = overridesOf(api, options.overrides);
  const names = nameOperations(api.operations, {
    maxLength: options.maxNameLength,
    known: options.knownFiles,
    given: givenNames(api, overrides),
  });
  const components = api.operations.flatMap((operation) => {
    const override = overrides(operation);
    const own = names.get(operationKey(operation));
    if (override.exclude === true || own === undefined) return [];
    return classify(operation, findings).map((kind) =>
      planComponent(operation, { api, kind, names: own, override, options }),
    );
  });
  components.sort((a, b) => compare(a.kind, b.kind) || compare(a.name, b.name));
  const { outputSchemas } = options;
  const passed = passSchemas({
    components: withUniqueUris(components),
    schemas: reachable(
      components.map(({ inputSchema }) => inputSchema),
      api,
      clientSubschema,
    ),
    outputs:
      outputSchemas === "off"
        ? null
        : reachable(
            components.map(({ outputSchema: output }) => output ?? {}),
            api,
            outputSchema(outputSchemas),
          ),
  });
  const listing = planListing(passed, options.schemas);
  return {
    components: passed.components,
    schemas: passed.schemas,
    answers: reachable(
      passed.components.map(({ answer }) => answer.shape ?? {}),
      api,
      answerShape,
    ),
    outputs: passed.outputs,
    app: options.app ?? null,
    listing,
    findings: [
      ...findings,
      ...passed.findings,
      ...listing.findings,
      ...tellTools(passed.components, options.clients),
    ],
  };
}

function planComponent(
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
  const uris = urisOf(kind, fillPath(operation.path, fixed), args);
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
    kind,
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

function givenNames(api: Api, overrides: Overrides): Map<string, string> {
  const given = new Map<string, string>();
  for (const operation of api.operations) {
    const { name } = overrides(operation);
    if (name !== undefined) given.set(operationKey(operation), name);
  }
  return given;
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

/** Two paths can give one URI, where their first segments differ in case or were encoded. */
function withUniqueUris(
  components: readonly PlannedComponent[],
): PlannedComponent[] {
  const taken = new Set<string>();
  return components.map((component) => {
    const uri = component.uri ?? component.uriTemplate;
    if (uri === null) return component;
    const key = `${component.kind} ${uri.replace(/\{[^?}]*\}/g, "{}").toLowerCase()}`;
    if (!taken.has(key)) {
      taken.add(key);
      return component;
    }
    const rest = uri.replace(/^[^:]+:\/\//, "");
    const own = `resource://${component.name}/${rest}`;
    if (component.kind !== "resource")
      return { ...component, uriTemplate: own };
    const { description, uriTemplate } = component;
    const options = uriTemplate && own + uriTemplate.slice(uri.length);
    return {
      ...component,
      uri: own,
      uriTemplate: options,
      description: description.replace(uriTemplate ?? own, options ?? own),
    };
  });
}

/** The schemas that `roots` refer to, however far, each changed once and sorted by name. */
function reachable(
  roots: readonly Schema[],
  api: Api,
  change: (schema: Schema) => Schema,
): Map<string, Schema> {
  const found = new Map<string, Schema>();
  const queue = roots.flatMap(referenceNames);
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    const schema = api.schemas.get(name);
    if (schema === undefined || found.has(name)) continue;
    const changed = change(schema);
    found.set(name, changed);
    queue.push(...referenceNames(changed));
  }
  return new Map([...found].sort(([a], [b]) => compare(a, b)));
}
