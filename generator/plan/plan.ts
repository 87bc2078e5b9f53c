import { toWord } from "../shared/json.js";
import { OPERATIONS } from "../../runtime/features/search/operations.js";
import type { Schemas } from "../../runtime/types.js";
import type { App } from "../app/read-app.js";
import { MAX_NAME, namePrefix } from "../config/source-name.js";
import { type Finding, ToolwrightError } from "../errors.js";
import {
  type Api,
  operationKey,
  type Parameter,
  type Schema,
} from "../model.js";
import { byCodeUnit, byKey } from "../shared/order.js";
import { wordsApart } from "./disambiguate.js";
import { argumentName } from "../describe/identifiers.js";
import {
  answerFields,
  type AnswerFields,
  type AnswerSchemas,
} from "./response-fields.js";
import { answerShape } from "./response.js";
import { asking, classifier, idleRules, tagFilter } from "./classify.js";
import {
  planComponent,
  type PlannedComponent,
  type PlanOptions,
} from "./component.js";
import { askedParameters } from "./arguments.js";
import { withTelling } from "../describe/filter-examples.js";
import { clientSubschema } from "./client-schema.js";
import { aboutOf, readable } from "../describe/shorten.js";
import { saying } from "../describe/operation-docs.js";
import { type Clash, nameOperations } from "./names.js";
import { planOutputs } from "./output-schemas.js";
import { type Overrides, overridesOf } from "./overrides.js";
import { atHome } from "./inline-schemas.js";
import { checkSecurity, securityOf } from "./security.js";
import { unsaid } from "./missing-docs.js";
import { tellApart } from "./uris.js";
import { shareArguments, type SharedArguments } from "./request-spec.js";
import { reachable } from "../schema/reference-graph.js";

/** Everything that can be decided is decided here; templates only print it. */
export interface Plan {
  readonly components: readonly PlannedComponent[];
  /** The first sentence of what the document says of the API; empty where it is none, or too long. */
  readonly about: string;
  /** Schemas and arguments that components refer to, sorted by name. */
  readonly shared: Schemas;
  /** Fields that answers may have. */
  readonly answers: AnswerFields;
  /** Types of what tools answer. Null: none are told. */
  readonly outputs: AnswerSchemas | null;
  /** What is called in the server's own process; null: an API over HTTP. */
  readonly app: App | null;
  readonly findings: readonly Finding[];
}

export function plan(document: Api, options: PlanOptions): Plan {
  const api = withLabels(readable(document, options.texts), options);
  const findings: Finding[] = [];
  const { source = null } = options;
  const isWanted = tagFilter(api.operations, options);
  const overrides = overridesOf(api, options.overrides);
  checkSecurity(api, options);
  const clashes: Clash[] = [];
  // Names of several APIs have a prefix.
  const isSearched = options.tools === "search" && source === null;
  const names = nameOperations(api.operations, {
    maxLength: MAX_NAME - namePrefix(source).length,
    maxDeclared: LONGEST_NAME - namePrefix(source).length,
    known: options.knownFiles,
    names: options.names ?? null,
    given: givenNames(api, overrides, namePrefix(source)),
    onTaken: (clash) => clashes.push(clash),
    reserved: isSearched ? OPERATIONS.map(({ name }) => name) : [],
  });
  const tell =
    options.texts === "full" ? (schema: Schema) => schema : withTelling;
  const shared = shareArguments(api, tell);
  const say = saying(api, options.texts);
  const operations = api.operations.map((one) => {
    const override = overrides(one);
    const { exclude, tags = one.tags } = override;
    const hiddenBy = exclude === false ? null : one.asked.hiddenBy;
    const security = securityOf(one, override, api, options);
    return { ...one, tags, security, asked: { ...one.asked, hiddenBy } };
  });
  const planned = asking(options.routeMaps, () => {
    const classify = classifier(options.routeMaps);
    const all = operations.flatMap((operation) => {
      const override = overrides(operation);
      const { exclude, fixed = {}, hide = [] } = override;
      const own = names.get(operationKey(operation));
      if (exclude === true || own === undefined || !isWanted(operation))
        return [];
      const without = [...hide, ...Object.keys(fixed)];
      // A resource is read without what nobody is asked for.
      const parameters = askedParameters(operation, api, without);
      const kinds = classify({ ...operation, parameters }, findings);
      const given = { api, names: own, override, options, shared, tell, say };
      return kinds.map(
        (kind) =>
          (apart = "") =>
            planComponent(operation, { ...given, kind, kinds, apart }),
      );
    });
    findings.push(...idleRules(options.routeMaps, operations));
    return all;
  });
  const first = planned.map((make) => make());
  findings.push(...tellClashes(clashes, first));
  const apart = wordsApart(first);
  const components = planned.map((make, at) => {
    const component = first[at] ?? make();
    const words = apart.get(component);
    return words === undefined ? component : make(words);
  });
  components.sort(
    (a, b) => byCodeUnit(a.kind, b.kind) || byCodeUnit(a.name, b.name),
  );
  const { common, schemas } = askedFor(components, shared);
  const served = tellApart(components);
  const told = reachable(schemas, api.schemas, (schema) =>
    tell(clientSubschema(schema)),
  );
  return {
    about: aboutOf(document),
    ...atHome({
      components: served,
      shared: {
        arguments: Object.fromEntries(common),
        $defs: Object.fromEntries(told),
      },
    }),
    answers: answersOf(served, api),
    outputs: options.outputSchemas === "off" ? null : planOutputs(served, api),
    app: options.app ?? null,
    findings: [...findings, ...unsaid(components)],
  };
}

/** Labels of parameters, but of those that a module of last time names without. What has one is not the component that it was declared as. */
function withLabels(api: Api, { lastText, names }: PlanOptions): Api {
  const isKept = ({ name }: Parameter, key: string) =>
    names !== "renew" &&
    new RegExp(`\\b${argumentName(name)}\\b`).test(lastText?.(key) ?? "");
  const operations = api.operations.map((operation) => ({
    ...operation,
    parameters: operation.parameters.map((parameter) => {
      const { label, ...unlabelled } = parameter;
      if (label === undefined) return parameter;
      return isKept(parameter, operationKey(operation))
        ? unlabelled
        : { ...parameter, component: null };
    }),
  }));
  return { ...api, operations };
}

function answersOf(
  components: readonly PlannedComponent[],
  { schemas }: Api,
): AnswerFields {
  const operations = new Map<string, Schema>();
  const statuses = new Map<string, readonly string[]>();
  const headers = new Map<string, readonly string[]>();
  for (const { answer, recipe } of components) {
    if (answer.pageHeaders.length > 0)
      headers.set(recipe.request, answer.pageHeaders);
    if (answer.shape === null) continue;
    operations.set(recipe.request, answer.shape);
    if (answer.statuses.join() !== "200")
      statuses.set(recipe.request, answer.statuses);
  }
  return {
    ...answerFields(
      Object.fromEntries([...operations].sort(byKey)),
      reachable([...operations.values()], schemas, answerShape),
    ),
    statuses: Object.fromEntries([...statuses].sort(byKey)),
    headers: Object.fromEntries([...headers].sort(byKey)),
  };
}

/** Characters that all known clients take. A name that is given is not cut. */
const LONGEST_NAME = 64;

function givenNames(api: Api, overrides: Overrides, prefix: string) {
  const given = new Map<string, string>();
  for (const operation of api.operations) {
    const { name } = overrides(operation);
    if (name === undefined) continue;
    if (prefix.length + name.length > LONGEST_NAME) {
      throw new ToolwrightError({
        code: "bad-override",
        pointer: operation.pointer,
        message: `The override of ${operationKey(operation)} gives a name that is too long behind ${prefix}.`,
        hint: `Both together have ${LONGEST_NAME} characters at most.`,
      });
    }
    given.set(operationKey(operation), name);
  }
  return given;
}

/** What names have become of those that two operations would have. Throws where the config gives one of them; what has no component needs no name. */
function tellClashes(
  clashes: readonly Clash[],
  components: readonly PlannedComponent[],
): Finding[] {
  const served = new Map(
    components.map(({ operation }) => [operationKey(operation), operation]),
  );
  const told = clashes.flatMap(({ owner, other, wanted, name, isGiven }) => {
    const pointer = served.get(other)?.pointer;
    if (pointer === undefined || !(owner === null || served.has(owner)))
      return [];
    const who = owner ?? "a tool of the search";
    const message = isGiven
      ? `An override gives the name ${wanted}, which both ${who} and ${other} have then.`
      : owner === null
        ? `A tool of the search is called ${wanted}, and ${other} ${name}.`
        : `${who} and ${other} have the same operationId: ${who} is called ${wanted}, and ${other} ${name}.`;
    const hint = "Give one of them another name in overrides.";
    const code = owner === null ? "reserved-name" : "duplicate-operation-id";
    const finding = { code, message, pointer, operation: other, hint };
    return [{ isGiven, finding }];
  });
  const wrong = told.filter(({ isGiven }) => isGiven);
  if (wrong.length > 0)
    throw new ToolwrightError(
      wrong.map(({ finding }) => ({ ...finding, code: "bad-override" })),
    );
  return told.map(({ finding }) => ({ severity: "note", ...finding }));
}

/** The arguments that components share, sorted by name, and all schemas that they are asked for with. */
function askedFor(
  components: readonly PlannedComponent[],
  shared: SharedArguments,
) {
  const recipes = components.map(({ recipe }) => recipe);
  const written = recipes.flatMap((one) => Object.values(one.arguments ?? {}));
  const used = new Set(written.map(({ $ref }) => $ref));
  const common = [...shared]
    .filter(([name]) => used.has(`#/arguments/${name}`))
    .sort(byKey);
  const own = written.filter(
    ({ $ref }) => !toWord($ref).startsWith("#/arguments/"),
  );
  const all = [...common.map(([, argument]) => argument), ...own];
  const bodies = recipes.map(({ body = {} }) => body);
  // A schema may stand apart from what is said of its place.
  const apart = all.map(({ schema = {} }) => schema);
  return { common, schemas: [...all, ...apart, ...bodies] };
}
