import { looseKey } from "../runtime.js";
import { SUGGESTED_RESULT_TOKENS } from "../config/options.js";
import {
  kebabCase,
  nounsOf,
  toSingular,
  toWords,
} from "../describe/identifiers.js";
import type { Api, Schema } from "../model.js";
import { dereference, refName } from "../schema/object-shape.js";
import { viewObject } from "../schema/object-view.js";
import { subschemas } from "../schema/walk.js";
import { findValueFlows } from "../plan/value-flow.js";
import { findArgument } from "./argument-places.js";
import { createFinding, cureByOption, cureByOverlay } from "./cures.js";
import type { LintFinding } from "./findings.js";
import type { LintedApi, LintedArgument, LintedTool } from "./tools.js";
import { isUnboundedList } from "./unbounded-lists.js";

/**
 * Finds lists of any length. A handler that the user changed may shorten its response; a fixed argument may bound it.
 */
export function lintLists(tool: LintedTool): LintFinding[] {
  const { operation } = tool;
  if (operation === null || tool.hasOwnHandler) return [];
  const { component, api } = operation;
  const fixedArguments = Object.keys(component.override.fixed ?? {}).map(
    (name) => ({ name, schema: { default: null } }),
  );
  const args = [...tool.args, ...fixedArguments];
  if (!isUnboundedList(component, api.api, args)) return [];
  return [
    createFinding(tool, {
      rule: "unbounded-list",
      message:
        "The response has a list of any length, and no argument asks for a page of it.",
      cure: cureByOption(
        `Limit results in the config: maxResultTokens: ${SUGGESTED_RESULT_TOKENS}`,
      ),
    }),
  ];
}

/** Finds required ids that no response of a listed tool contains. */
export function lintIds(tools: readonly LintedTool[]): LintFinding[] {
  const apis = new Set(tools.flatMap(({ operation }) => operation?.api ?? []));
  return [...apis].flatMap((api) => {
    const apiTools = tools.filter(({ operation }) => operation?.api === api);
    const sources = indexSources(api, apiTools);
    return apiTools.flatMap((tool) =>
      tool.args
        .filter((argument) => isUnsourcedId(argument, tool, sources))
        .map((argument) => reportId(tool, argument)),
    );
  });
}

/** Sources of ids in the responses of an API's tools. */
interface IdSources {
  /** Keys of arguments that a flow gives: `GET /pets/{petId} petId`. */
  readonly flows: ReadonlySet<string>;
  /** Names of all fields of all responses, in plain letters. */
  readonly fields: ReadonlySet<string>;
  /** Nouns of the paths whose responses are described too little to tell, and of those that list or create objects. */
  readonly nouns: ReadonlySet<string>;
}

function indexSources(
  { api }: LintedApi,
  tools: readonly LintedTool[],
): IdSources {
  const components = tools.flatMap(
    ({ operation }) => operation?.component ?? [],
  );
  const flows = findValueFlows(components, api).flatMap(
    ({ argument, consumers }) =>
      consumers.map(({ name }) => `${name} ${argument}`),
  );
  const fields = collectFields(
    components.flatMap(({ response: { schema } }) =>
      schema === null ? [] : [schema],
    ),
    api,
  );
  const nouns = components.flatMap(({ operation, response }) => {
    const isTyped =
      response.schema !== null &&
      collectFields([response.schema], api).size > 0;
    const isSource = response.form !== "empty" && response.form !== "bytes";
    // A response that isn't described may hold anything.
    const [object] = operation.path
      .split("/")
      .filter((segment) => segment !== "" && !segment.includes("{"))
      .slice(-1);
    return isSource &&
      object !== undefined &&
      (!isTyped || !operation.path.endsWith("}"))
      ? [looseKey(nounsOf(object).singular)]
      : [];
  });
  return { flows: new Set(flows), fields, nouns: new Set(nouns) };
}

/** Schemas that are walked for the names of fields. */
const MAX_WALKED = 50_000;

/** Names of all fields in schemas, references followed. */
function collectFields(roots: readonly Schema[], api: Api): Set<string> {
  const names = new Set<string>();
  const visited = new Set<Schema>(roots);
  // The set grows while it is walked.
  for (const schema of visited) {
    if (visited.size > MAX_WALKED) break;
    const target = dereference(schema, api);
    visited.add(target);
    // A `PublicUser` is a user, whatever field holds it.
    for (const word of toWords(refName(schema) ?? "").split(" "))
      names.add(looseKey(toSingular(word)));
    for (const name of viewObject(target, api)?.properties.keys() ?? [])
      names.add(looseKey(name));
    for (const part of subschemas(target)) visited.add(part);
  }
  return names;
}

const ID_NAME = /(?:^|[a-z\d_-])(?:Id|ID|id|Uuid|UUID|uuid)$/;

/** Words of ids that a caller makes up. */
const MADE_BY_CALLER =
  /(?:^|[_-])(?:client|correlation|custom|external|idempotency|own|request|trace|transaction|unique)/;

function isUnsourcedId(
  { name, required, schema }: LintedArgument,
  tool: LintedTool,
  { fields, flows, nouns }: IdSources,
): boolean {
  const { component } = tool.operation ?? {};
  const wireName = component?.args.find(
    (argument) => argument.name === name,
  )?.wireName;
  if (component === undefined || wireName === undefined) return false;
  if (!required || !ID_NAME.test(wireName)) return false;
  if (MADE_BY_CALLER.test(kebabCase(wireName))) return false;
  if (["enum", "const", "default"].some((keyword) => keyword in schema))
    return false;
  if (flows.has(`${component.name} ${name}`)) return false;
  const noun = looseKey(wireName.replace(/[-_]?(?:id|uuid)$/i, ""));
  // A plain `id` is the id of the collection before it.
  const segments = component.operation.path.split("/");
  const collection = segments[segments.indexOf(`{${wireName}}`) - 1] ?? "";
  const owner = noun === "" ? looseKey(nounsOf(collection).singular) : noun;
  // `target_user_id` is the id of a user, and `policy_id` that of a legal hold policy.
  const [lastWord = ""] = toWords(
    wireName.replace(/[-_]?(?:id|uuid)$/i, "") || collection,
  )
    .split(" ")
    .slice(-1);
  const object = looseKey(nounsOf(lastWord).singular);
  const isNamed = [...nouns].some((noun) => noun.endsWith(object));
  return (
    owner !== "" &&
    ![looseKey(wireName), owner, object, `${object}id`].some((name) =>
      fields.has(name),
    ) &&
    !isNamed &&
    !(noun === "" && fields.has("id"))
  );
}

function reportId(tool: LintedTool, argument: LintedArgument): LintFinding {
  const place = findArgument(tool, argument);
  return createFinding(tool, {
    rule: "id-without-source",
    argument: argument.name,
    message: `No response of a listed tool contains ${argument.name}, so a model has to ask for it or guess it.`,
    pointer: place.pointer,
    steps: argument.steps,
    cure: cureByOverlay(tool, place, {
      advice:
        "Serve the operation that lists these ids, or describe their source",
      update: { description: "<source of the id>" },
      isCertain: false,
    }),
  });
}
