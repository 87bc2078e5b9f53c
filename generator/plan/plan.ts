import type { Schemas } from "../../runtime/types.js";
import type { App } from "../app/read-app.js";
import { namePrefix } from "../config/source-name.js";
import { ToolwrightError, type Finding } from "../errors.js";
import { operationKey, type Api, type Schema } from "../model.js";
import { isSchema, referenceNames } from "../schema/shape.js";
import { byCodeUnit } from "../text.js";
import { wordsApart } from "./apart.js";
import { answerShape } from "./answers.js";
import { classifier, tagFilter } from "./classify.js";
import { planComponent, type PlannedComponent } from "./component.js";
import { withTelling } from "./example.js";
import { passSchemas } from "./gate.js";
import { narrowing } from "./gemini.js";
import { clientSubschema } from "./listable-schema.js";
import { aboutOf, readable } from "./readable.js";
import { saying } from "./said.js";
import { nameOperations, type NamingOptions } from "./names.js";
import type { PlanOptions } from "./options.js";
import { outputSchema } from "./output-schema.js";
import { overridesOf, type Overrides } from "./overrides.js";
import { tellApart } from "./uris.js";
import { shareArguments, type SharedArguments } from "./written-arguments.js";

/** Everything that can be decided is decided here; templates only print it. */
export interface Plan {
  readonly components: readonly PlannedComponent[];
  /** The first sentence of what the document says of the API; empty where it is none, or too long. */
  readonly about: string;
  /** Schemas and arguments that components refer to, sorted by name. */
  readonly shared: Schemas;
  /** Answer shapes that components refer to, sorted by name. */
  readonly answers: ReadonlyMap<string, Schema>;
  /** Schemas that `outputSchema`s refer to, sorted by name. Null: none are asked for. */
  readonly outputs: ReadonlyMap<string, Schema> | null;
  /** What is called in the server's own process; null: an API over HTTP. */
  readonly app: App | null;
  readonly findings: readonly Finding[];
}

export function plan(document: Api, options: PlanOptions): Plan {
  const api = readable(document, options.texts);
  const findings: Finding[] = [];
  const { source = null } = options;
  const classify = classifier(options.routeMaps);
  const isWanted = tagFilter(api.operations, options);
  const overrides = overridesOf(api, options.overrides);
  const names = nameOperations(api.operations, {
    maxLength: options.maxNameLength - namePrefix(source).length,
    known: options.knownFiles,
    given: givenNames(api, overrides, namePrefix(source)),
    onTaken: (clash) => findings.push(nameTaken(clash)),
  });
  const forClients = narrowing(options.clients, api);
  const narrow =
    options.texts === "full"
      ? forClients
      : (schema: Schema) => forClients(withTelling(schema));
  const shared = shareArguments(api, narrow);
  const say = saying(api, options.texts);
  const planned = api.operations.flatMap((given) => {
    const override = overrides(given);
    const operation = { ...given, tags: override.tags ?? given.tags };
    const own = names.get(operationKey(operation));
    if (override.exclude === true || own === undefined || !isWanted(operation))
      return [];
    return classify(operation, findings).map((kind) => {
      const context = { api, kind, names: own, override, options };
      return (apart = "") =>
        planComponent(operation, {
          ...{ ...context, shared, narrow, say, apart },
        });
    });
  });
  const first = planned.map((make) => make());
  const apart = wordsApart(first);
  const components = planned.map((make, at) => {
    const component = first[at] ?? make();
    const words = apart.get(component);
    return words === undefined ? component : make(words);
  });
  components.sort(
    (a, b) => byCodeUnit(a.kind, b.kind) || byCodeUnit(a.name, b.name),
  );
  const { outputSchemas } = options;
  const used = usedArguments(components, shared);
  const passed = passSchemas({
    components: tellApart(components),
    schemas: reachable(
      [...used.values(), ...components.flatMap(ownSchemas)].flatMap(whole),
      api,
      (schema) => narrow(clientSubschema(schema)),
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
  return {
    about: aboutOf(document),
    components: passed.components.map((component) => ({
      ...component,
      hasTool: hasTool(component, passed.components),
    })),
    shared: {
      arguments: Object.fromEntries(used),
      $defs: Object.fromEntries(passed.schemas),
    },
    answers: reachable(
      passed.components.map(({ answer }) => answer.shape ?? {}),
      api,
      answerShape,
    ),
    outputs: passed.outputs,
    app: options.app ?? null,
    findings: [...findings, ...passed.findings, ...madeUp(components)],
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

type Clash = Parameters<NonNullable<NamingOptions["onTaken"]>>[0];

function nameTaken({ owner, other, wanted, name }: Clash): Finding {
  return {
    severity: "warning",
    code: "name-taken",
    message: `${owner} is called ${wanted} already, so ${other} is called ${name}.`,
    operation: other,
    hint: "Give one of them another name in overrides.",
  };
}

function madeUp(components: readonly PlannedComponent[]): Finding[] {
  const all = new Set(
    components.filter((one) => one.isMadeUp).map(({ operation }) => operation),
  );
  const [first] = all;
  if (first === undefined) return [];
  const many =
    all.size === 1 ? "1 operation has" : `${all.size} operations have`;
  return [
    {
      severity: "note",
      code: "no-words",
      message: `${many} no words in the document, ${operationKey(first)} for one; what the model reads of them is made up from method and path.`,
      hint: "Give them a summary in the document, or a description in overrides.",
    },
  ];
}

/** Whether a resource says nothing that a tool of the same operation does not say. */
function hasTool(
  { kind, operation }: PlannedComponent,
  components: readonly PlannedComponent[],
): boolean {
  return (
    kind !== "tool" &&
    components.some(
      (other) =>
        other.kind === "tool" &&
        other.operation === operation &&
        other.body === null,
    )
  );
}

/** The shared arguments that components refer to, sorted by name. */
function usedArguments(
  components: readonly PlannedComponent[],
  shared: SharedArguments,
): SharedArguments {
  const used = new Set(
    components.flatMap(({ recipe }) =>
      Object.values(recipe.arguments ?? {}).map(({ $ref }) => $ref),
    ),
  );
  return new Map(
    [...shared]
      .filter(([name]) => used.has(`#/arguments/${name}`))
      .sort(([a], [b]) => byCodeUnit(a, b)),
  );
}

/** What a component says itself of its arguments. */
function ownSchemas({ recipe }: PlannedComponent): Schema[] {
  const { arguments: args = {}, body = {} } = recipe;
  const own = Object.values(args).filter(
    ({ $ref }) => !String($ref).startsWith("#/arguments/"),
  );
  return [...own, body];
}

/** What an argument says, the schema that stands apart included. */
function whole(argument: Schema): Schema[] {
  const { schema } = argument;
  return isSchema(schema) ? [argument, schema] : [argument];
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
    for (const next of referenceNames(changed)) queue.push(next);
  }
  return new Map([...found].sort(([a], [b]) => byCodeUnit(a, b)));
}
