import { toWord } from "../shared/json.js";
import { OPERATIONS, type Schemas } from "../runtime.js";
import type { App } from "../app/read-app.js";
import { fileSettingsOf } from "../config/config.js";
import { MAX_TOOL_NAME_LENGTH, namePrefixOf } from "../config/source-name.js";
import type { Finding } from "../errors.js";
import {
  type Api,
  operationKey,
  type Parameter,
  type Schema,
} from "../model.js";
import { compareCodeUnits, compareKeys } from "../shared/order.js";
import { settleWords } from "./settle-words.js";
import { argumentNameOf, toArgumentName } from "../describe/identifiers.js";
import {
  checkOwnArguments,
  findSettings,
  toArgumentMark,
} from "./argument-settings.js";
import { planVariables, type ArgumentVariable } from "./argument-variables.js";
import { hiddenNamesOf } from "./settled-override.js";
import {
  type ResponseFields,
  type ResponseSchemas,
} from "./response-fields.js";
import {
  withPatternTimeout,
  createClassifier,
  createInclusion,
  reportUnmatchedRules,
  createTagFilter,
} from "./classify.js";
import {
  type ComponentDraft,
  draftComponent,
  settleOperation,
  type ArgumentUse,
  type PlannedComponent,
  type PlanOptions,
} from "./component.js";
import { visibleParametersOf } from "./arguments.js";
import { onlyHeaderValueOf } from "./declared-headers.js";
import { dropPlainExamples } from "../describe/filter-examples.js";
import { toClientSubschema } from "./client-schema.js";
import { describeEncodedTexts } from "./upload.js";
import { summariseApi, shortenDocs } from "../describe/shorten.js";
import { readOperationDocs } from "../describe/operation-docs.js";
import { type Clash, nameOperations } from "./names.js";
import { planOutputSchemas } from "./output-schemas.js";
import { createOverrideLookup } from "./overrides.js";
import { inlineSingleUse } from "./inline-schemas.js";
import { checkSecurity, securityOf } from "./security.js";
import { reportMissingDocs } from "./missing-docs.js";
import { reportSignedBodies } from "./signed-bodies.js";
import { planUris } from "./uris.js";
import {
  shareArguments,
  type ReferenceLookup,
  type SharedArguments,
} from "./request-spec.js";
import { reachableSchemas } from "../schema/reference-graph.js";
import {
  configuredNamesOf,
  MAX_DECLARED_NAME,
  reportClashes,
  reportRefusedNames,
} from "./configured-names.js";
import { planResponseFields } from "./response-fields.js";

/** Plan of one API. Everything that can be decided is decided here; templates only print it. */
export interface Plan {
  readonly components: readonly PlannedComponent[];
  /** First sentence of the API's description; empty if there is none, or it is too long. */
  readonly apiSummary: string;
  /** Schemas and arguments that components refer to, sorted by name. */
  readonly sharedSchemas: Schemas;
  /** Fields that responses may have. */
  readonly responses: ResponseFields;
  /** Output schemas of tools; null if the list of tools has none. */
  readonly outputSchemas: ResponseSchemas | null;
  /** Application that is called in the server's own process; null for an API over HTTP. */
  readonly app: App | null;
  /** Environment variables whose values are sent for arguments. */
  readonly variables: readonly ArgumentVariable[];
  /** Names of arguments, and those that the config names. */
  readonly argumentUse: ArgumentUse;
  readonly findings: readonly Finding[];
}

export function plan(document: Api, options: PlanOptions): Plan {
  const api = applyLabels(shortenDocs(document, options.descriptions), options);
  const findings: Finding[] = [];
  const { source = null } = options;
  const hasWantedTags = createTagFilter(api.operations, options);
  const { include = [], isFormer = () => false } = options;
  const lookup = { findings, isFormer };
  const isIncluded = createInclusion(api.operations, include, lookup);
  const overrides = createOverrideLookup(api, options.overrides, lookup);
  checkSecurity(api, options);
  const clashes: Clash[] = [];
  // Names of several APIs have a prefix.
  const isSearched = options.tools === "search" && source === null;
  const names = nameOperations(api.operations, {
    maxLength: MAX_TOOL_NAME_LENGTH - namePrefixOf(source).length,
    maxDeclared: MAX_DECLARED_NAME - namePrefixOf(source).length,
    knownFiles: options.knownFiles,
    names: options.names ?? null,
    configuredNames: configuredNamesOf(api, overrides, namePrefixOf(source)),
    onClash: (clash) => clashes.push(clash),
    reservedNames: isSearched ? OPERATIONS.map(({ name }) => name) : [],
  });
  const filterExamples =
    options.descriptions === "full"
      ? (schema: Schema) => schema
      : dropPlainExamples;
  const hadReference = createReferenceLookup(options);
  const sharedArguments = shareArguments(
    api,
    filterExamples,
    hadReference,
    (parameter) => describeParameter(parameter, options),
  );
  const readDocs = readOperationDocs(api, options.descriptions);
  const usedNames = new Set<string>();
  const knownNames = new Set<string>();
  const operations = api.operations.map((operation) => {
    const override = overrides(operation);
    const { exclude, tags = operation.tags } = override;
    const isNamed = include.length > 0 && isIncluded(operation);
    const hiddenBy =
      exclude === false || isNamed ? null : operation.hints.hiddenBy;
    const security = securityOf(operation, override, api, options);
    return {
      ...operation,
      tags,
      security,
      hints: { ...operation.hints, hiddenBy },
    };
  });
  const classifiedRoutes = withPatternTimeout(options, () => {
    const classify = createClassifier(options.routeMaps);
    const routes = operations.flatMap((operation) => {
      const declaredOverride = overrides(operation);
      const { exclude } = declaredOverride;
      const settled = settleOperation(operation, declaredOverride, {
        api,
        filterExamples,
        options,
      });
      const { args, missingNames } = settled;
      for (const name of settled.usedNames) usedNames.add(name);
      for (const { name, wireName } of args) knownNames.add(name).add(wireName);
      const operationNames = names.get(operationKey(operation));
      if (
        exclude === true ||
        operationNames === undefined ||
        !isIncluded(operation) ||
        !hasWantedTags(operation)
      )
        return [];
      findings.push(
        ...checkOwnArguments(operation, missingNames, {
          args,
          isFormer: (name) => isFormer(toArgumentMark(operation, name)),
        }),
      );
      const hiddenArguments = hiddenNamesOf(settled.override);
      const hiddenNames = [
        ...hiddenArguments,
        ...args
          .filter(({ name }) => hiddenArguments.includes(name))
          .flatMap(({ parameter }) => parameter && argumentNameOf(parameter)),
      ].filter((name) => name !== null);
      // A resource is read without arguments that no one is asked for.
      const parameters = visibleParametersOf(
        operation,
        api,
        hiddenNames,
      ).filter((parameter) => onlyHeaderValueOf(parameter, api) === undefined);
      const kinds = classify({ ...operation, parameters }, findings);
      const context = {
        api,
        names: operationNames,
        settled,
        options,
        sharedArguments,
        filterExamples,
        readDocs,
      };
      return kinds.map((kind) => ({
        operation,
        context: { ...context, kind, kinds },
      }));
    });
    findings.push(...reportUnmatchedRules(options.routeMaps, operations));
    return routes;
  });
  const independentDrafts = classifiedRoutes.map(({ operation, context }) =>
    draftComponent(operation, context),
  );
  findings.push(...reportClashes(clashes, independentDrafts));
  const { drafts: settledDrafts, findings: wordFindings } = settleWords(
    independentDrafts,
    options,
  );
  findings.push(...wordFindings);
  const drafts = settledDrafts.sort(
    (a, b) =>
      compareCodeUnits(a.kind, b.kind) || compareCodeUnits(a.name, b.name),
  );
  const uris = planUris(drafts);
  const takesPaths = fileSettingsOf(options.files ?? false) !== null;
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
    argumentUse: { usedNames, knownNames },
    findings: [
      ...findings,
      ...reportRefusedNames(drafts),
      ...drafts
        .filter(({ hasTool }) => !hasTool)
        .flatMap(({ fieldFindings }) => fieldFindings),
      ...reportMissingDocs(drafts),
      ...reportSignedBodies(drafts, source),
    ],
  };
}

/**
 * API with labels of parameters, except for those that a module of the last run names without. A
 * labelled parameter is no longer the shared parameter that it was declared as.
 */
function applyLabels(api: Api, { lastModuleText, names }: PlanOptions): Api {
  const hasOldName = ({ name }: Parameter, key: string) =>
    names !== "renew" &&
    new RegExp(`\\b${toArgumentName(name)}\\b`).test(
      lastModuleText?.(key) ?? "",
    );
  const operations = api.operations.map((operation) => ({
    ...operation,
    parameters: operation.parameters.map((parameter) => {
      const { label, ...unlabelled } = parameter;
      if (label === undefined) return parameter;
      return hasOldName(parameter, operationKey(operation))
        ? unlabelled
        : { ...parameter, component: null };
    }),
  }));
  return { ...api, operations };
}

/**
 * Finds out if a module referred to something shared when it was generated last. It keeps such a reference though no
 * other module has it any more: a module changes because its own operation did.
 */
function createReferenceLookup({
  lastModuleText,
  names,
}: PlanOptions): ReferenceLookup {
  return (operation, reference) =>
    names !== "renew" &&
    (lastModuleText?.(operation) ?? "").includes(JSON.stringify(reference));
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
