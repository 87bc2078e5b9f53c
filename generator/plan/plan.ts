import type { App } from "../app/read-app.js";
import { MAX_TOOL_NAME_LENGTH, namePrefixOf } from "../config/source-name.js";
import { argumentNameOf } from "../describe/identifiers.js";
import { readOperationDocs } from "../describe/operation-docs.js";
import { summariseApi } from "../describe/shorten.js";
import type { Finding } from "../errors.js";
import type { Api, Parameter, Schema } from "../model.js";
import { OPERATIONS, type Schemas } from "../runtime.js";
import { reachableSchemas } from "../schema/reference-graph.js";
import { toWord } from "../shared/json.js";
import { compareCodeUnits, compareKeys } from "../shared/order.js";
import { findSettings } from "./argument-settings.js";
import { type ArgumentVariable, planVariables } from "./argument-variables.js";
import { toClientSubschema } from "./client-schema.js";
import {
  type ArgumentUse,
  type ComponentDraft,
  draftComponent,
  type PlannedComponent,
  type PlanOptions,
  setExample,
  type ShownExample,
} from "./component.js";
import {
  configuredNamesOf,
  MAX_DECLARED_NAME,
  reportClashes,
  reportRefusedNames,
} from "./configured-names.js";
import { inlineSingleUse } from "./inline-schemas.js";
import { reportMissingDocs } from "./missing-docs.js";
import { type Clash, nameOperations } from "./names.js";
import { planOutputSchemas } from "./output-schemas.js";
import { openPlanning, type PlanningContext } from "./planning-context.js";
import { shareArguments, type SharedArguments } from "./request-spec.js";
import {
  planResponseFields,
  type ResponseFields,
  type ResponseSchemas,
} from "./response-fields.js";
import { classifyRoutes, type Route } from "./routes.js";
import { settleWords } from "./settle-words.js";
import { reportSignedBodies } from "./signed-bodies.js";
import { describeEncodedTexts } from "./upload.js";
import { planUris } from "./uris.js";

/** Plan of one API. Everything that can be decided is decided here; templates only print it. */
export interface Plan {
  readonly components: readonly PlannedComponent[];
  /** First sentence of the API's description; empty if there is none, or it is too long. */
  readonly apiSummary: string;
  /** Schemas and arguments that components refer to, sorted by name. */
  readonly sharedSchemas: Schemas;
  /** Fields that responses may have. */
  readonly responses: ResponseFields;
  /** Output schemas of tools as the document declares them; null if the config wants none. */
  readonly outputSchemas: ResponseSchemas | null;
  /** Application that is called in the server's own process; null for an API over HTTP. */
  readonly app: App | null;
  /** Environment variables whose values are sent for arguments. */
  readonly variables: readonly ArgumentVariable[];
  /** Names of arguments, and those that the config names. */
  readonly argumentUse: ArgumentUse;
  readonly findings: readonly Finding[];
}

/**
 * Plans an API, stage by stage: what all stages know, names, routes, drafts of components, what their requests share,
 * and what is made of them all. `showExamples` is the last one.
 */
export function plan(document: Api, options: PlanOptions): Plan {
  const context = openPlanning(document, options);
  const { clashes, names } = planNames(context);
  const { argumentUse, routes } = classifyRoutes(context, names);
  const sharedArguments = planSharedArguments(context);
  const drafts = draftComponents(context, { clashes, routes, sharedArguments });
  const { components, sharedSchemas } = shareRequests(context, {
    drafts,
    sharedArguments,
  });
  const { api, findings, takesPaths } = context;
  return {
    apiSummary: summariseApi(document),
    components,
    sharedSchemas,
    responses: planResponseFields(components, api),
    outputSchemas:
      options.outputSchemas === "off"
        ? null
        : planOutputSchemas(components, api, takesPaths),
    app: options.app ?? null,
    variables: planVariables(components),
    argumentUse,
    findings: [...findings, ...reportDrafts(drafts, options)],
  };
}

/** Plan whose descriptions show these examples, and no others. */
export function showExamples(
  draftPlan: Plan,
  examples: ReadonlyMap<PlannedComponent, ShownExample>,
): Plan {
  return {
    ...draftPlan,
    components: draftPlan.components.map((component) =>
      setExample(component, examples.get(component)),
    ),
  };
}

/** Names each operation. `clashes`: names that two operations wanted. */
function planNames({ api, options, overrides }: PlanningContext) {
  const { names = null, source = null } = options;
  const clashes: Clash[] = [];
  // Names of several APIs have a prefix.
  const isSearched = options.tools === "search" && source === null;
  const prefix = namePrefixOf(source);
  return {
    clashes,
    names: nameOperations(api.operations, {
      maxLength: MAX_TOOL_NAME_LENGTH - prefix.length,
      maxDeclared: MAX_DECLARED_NAME - prefix.length,
      knownFiles: options.knownFiles,
      names,
      configuredNames: configuredNamesOf(api, overrides, prefix),
      onClash: (clash) => clashes.push(clash),
      reservedNames: isSearched ? OPERATIONS.map(({ name }) => name) : [],
    }),
  };
}

function planSharedArguments(context: PlanningContext): SharedArguments {
  const { api, filterExamples, hadReference, options } = context;
  return shareArguments(api, filterExamples, hadReference, (parameter) =>
    describeParameter(parameter, options),
  );
}

/** Drafts of components, sorted by kind and name, with the words that they keep. */
function draftComponents(
  { api, filterExamples, findings, options }: PlanningContext,
  {
    clashes,
    routes,
    sharedArguments,
  }: {
    readonly clashes: readonly Clash[];
    readonly routes: readonly Route[];
    readonly sharedArguments: SharedArguments;
  },
): ComponentDraft[] {
  const readDocs = readOperationDocs(api, options.descriptions);
  const independentDrafts = routes.map(({ operation, ...route }) =>
    draftComponent(operation, {
      ...route,
      ...{ api, filterExamples, options, readDocs, sharedArguments },
    }),
  );
  findings.push(...reportClashes(clashes, independentDrafts));
  const settled = settleWords(independentDrafts, options);
  findings.push(...settled.findings);
  return settled.drafts.sort(
    (a, b) =>
      compareCodeUnits(a.kind, b.kind) || compareCodeUnits(a.name, b.name),
  );
}

/** Components with their URIs and requests, and the schemas and arguments that they share. */
function shareRequests(
  { api, filterExamples, hadReference, takesPaths }: PlanningContext,
  {
    drafts,
    sharedArguments,
  }: {
    readonly drafts: readonly ComponentDraft[];
    readonly sharedArguments: SharedArguments;
  },
): { components: PlannedComponent[]; sharedSchemas: Schemas } {
  const uris = planUris(drafts);
  const { requestSpecs, sharedSchemas } = inlineSingleUse(
    drafts,
    collectSharedSchemas(drafts, sharedArguments, (inputSchemas) =>
      reachableSchemas(inputSchemas, api.schemas, (schema) => {
        const clientSchema = filterExamples(toClientSubschema(schema));
        return takesPaths ? describeEncodedTexts(clientSchema) : clientSchema;
      }),
    ),
    hadReference,
  );
  const components = drafts.map(
    ({ pathUris, referringRequest, ...draft }, index): PlannedComponent => ({
      ...draft,
      ...(uris[index] ?? pathUris),
      requestSpec: requestSpecs[index] ?? referringRequest,
    }),
  );
  return { components, sharedSchemas };
}

function reportDrafts(
  drafts: readonly ComponentDraft[],
  { source = null }: PlanOptions,
): Finding[] {
  return [
    ...reportRefusedNames(drafts),
    ...drafts
      .filter(({ hasTool }) => !hasTool)
      .flatMap(({ fieldFindings }) => fieldFindings),
    ...reportMissingDocs(drafts),
    ...reportSignedBodies(drafts, source),
  ];
}

/** Description that the option `arguments` gives a parameter; undefined if it gives none. */
function describeParameter(
  parameter: Parameter,
  { arguments: settings = {} }: PlanOptions,
): string | undefined {
  const argument = {
    in: parameter.in,
    name: argumentNameOf(parameter),
    wireName: parameter.name,
  };
  return findSettings(argument, settings)?.description;
}

/** Arguments and schemas that requests refer to, sorted by name. */
function collectSharedSchemas(
  components: readonly ComponentDraft[],
  sharedArguments: SharedArguments,
  reachInputs: (schemas: readonly Schema[]) => ReadonlyMap<string, Schema>,
): Schemas {
  const requests = components.map(({ referringRequest }) => referringRequest);
  const argumentSpecs = requests.flatMap((request) =>
    Object.values(request.arguments ?? {}),
  );
  const usedRefs = new Set(argumentSpecs.map(({ $ref }) => $ref));
  const usedArguments = [...sharedArguments]
    .filter(([name]) => usedRefs.has(`#/arguments/${name}`))
    .sort(compareKeys);
  const ownArguments = argumentSpecs.filter(
    ({ $ref }) => !toWord($ref).startsWith("#/arguments/"),
  );
  const allArguments = [
    ...usedArguments.map(([, argument]) => argument),
    ...ownArguments,
  ];
  const bodies = requests.map(({ body = {} }) => body);
  // A schema may stand apart from what is said of its place.
  const separateSchemas = allArguments.map(({ schema = {} }) => schema);
  return {
    arguments: Object.fromEntries(usedArguments),
    $defs: Object.fromEntries(
      reachInputs([...allArguments, ...separateSchemas, ...bodies]),
    ),
  };
}
