import { form } from "../../runtime/features/form.js";
import { jsonLines } from "../../runtime/features/json-lines.js";
import { checkAll, checks } from "../../runtime/features/checks/checks.js";
import { declared, structured } from "../../runtime/features/output-schemas.js";
import { sentBy } from "../../runtime/features/sent.js";
import { strip } from "../../runtime/features/strip.js";
import { binary } from "../../runtime/features/uploads/binary.js";
import { multipart } from "../../runtime/features/uploads/multipart.js";
import { createHttpClient, type ClientOptions } from "../../runtime/client.js";
import { inputSchema, own } from "../../runtime/schema.js";
import {
  type Entry,
  perform,
  toEntry,
  type Source,
} from "../../runtime/call.js";
import type {
  Answer,
  Args,
  Component,
  HttpRequest,
} from "../../runtime/types.js";
import { asksPerson } from "../config/config.js";
import { isObject, listOf } from "../shared/json.js";
import type { Argument } from "../plan/arguments.js";
import type { PlannedServer } from "../emit/planned-files.js";
import type { AnswerSchemas } from "../plan/response-fields.js";
import type { PlannedComponent } from "../plan/component.js";
import type { Plan } from "../plan/plan.js";
import { argumentsSchema } from "../plan/types.js";
import { sample, type Manner } from "./sample.js";
import { successesOf } from "../model.js";
import { isJson } from "../schema/media.js";

/** One call of a tool, and what comes of it: a case of the feature `testing`. */
export interface Trial {
  readonly args: Args;
  /** `POST https://api.example/pets?dryRun=true` */
  readonly sends: string;
  /** Those that not every request has; a boundary is written `boundary`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON as it is, other text as text, bytes in base64. */
  readonly body?: unknown;
  /** What the document shows as answer, and the model gets of it. */
  readonly answer?: unknown;
}

/** Characters of JSON that an answer in a test has. */
const MAX_ANSWER = 2_000;

type Client = Omit<ClientOptions, "transport">;

/** Calls of the tools of one API; one that no arguments could be made for, or that asks again and again, has none. */
export async function trialsOf(
  plan: Plan,
  schemas: Manner["schemas"],
  client: Client,
): Promise<Map<PlannedComponent, Trial>> {
  const trials = new Map<PlannedComponent, Trial>();
  for (const component of plan.components) {
    const { kind, override } = component;
    if (kind !== "tool" || override.poll !== undefined) continue;
    const trial = await trialOf(component, plan, { schemas, client });
    if (trial !== undefined) trials.set(component, trial);
  }
  return trials;
}

async function trialOf(
  component: PlannedComponent,
  plan: Plan,
  given: Pick<Manner, "schemas"> & { readonly client: Client },
): Promise<Trial | undefined> {
  const { outputs } = plan;
  const { recipe, override } = component;
  const answer = exampleOf(component);
  let sent: HttpRequest | undefined;
  const client = createHttpClient({
    ...given.client,
    bodies: [binary(), form, jsonLines, multipart()],
    transport(request) {
      sent = request;
      return Promise.resolve(replyOf(answer));
    },
  });
  const entry = entryOf(component, plan, () => client);
  for (const isWhole of [true, false]) {
    const args = argumentsOf(component, {
      ...given,
      isWhole,
      without: "readOnly",
    });
    try {
      const answered = await performAlone(entry, args);
      if (sent === undefined) return undefined;
      const isShown =
        answer !== undefined &&
        (outputs === null || isFit(answered, recipe.request, outputs));
      const { confirm } = override;
      return {
        args:
          confirm === undefined || asksPerson(confirm)
            ? args
            : { ...args, confirm: String(args[confirm]) },
        ...sentBy(sent, ownHeaders(sent)),
        ...(isShown && { answer: answered.data }),
      };
    } catch {
      // What was made up is refused: the least of it may not be.
    }
  }
  return undefined;
}

/** A component as a tool that sends what it is given, checked to any depth. */
function entryOf(
  { name, recipe }: PlannedComponent,
  { answers, shared }: Pick<Plan, "answers" | "shared">,
  client: Source["client"],
): Entry {
  const tool: Component = {
    kind: "tool",
    name,
    ...recipe,
    handler: (args, { send }) => send(args),
  };
  return toEntry(tool, {
    components: [tool],
    schemas: shared,
    client,
    answers,
    check: checks,
    strip,
  });
}

function performAlone(entry: Entry, args: Args): Promise<Answer> {
  return perform({
    entry,
    entries: [entry],
    args,
    caller: CALLER,
    convert: (value) => value as Answer, // as the handler gives it
  });
}

/** A call that a description shows. */
export interface ExampleCall {
  readonly example: Args;
  /** Names of arguments that are required, and that the document shows no value of. */
  readonly filledIn: readonly string[];
}

/**
 * The examples of components, with what is required and they don't have made up, as far as the component takes them
 * and they are no longer than `isShort` says; else what is required alone. Who has an example and isn't in the result
 * can't be called with it.
 */
export async function exampleCalls(
  plan: Pick<Plan, "answers" | "components" | "shared">,
  schemas: Manner["schemas"],
  isShort: (component: PlannedComponent, example: Args) => boolean,
): Promise<Map<PlannedComponent, ExampleCall>> {
  const calls = new Map<PlannedComponent, ExampleCall>();
  const client = createHttpClient({
    baseUrl: "https://api.example",
    bodies: [binary(), form, jsonLines, multipart()],
    transport: () => Promise.resolve(replyOf({})),
  });
  const manner = { schemas, isWhole: false, without: "readOnly" } as const;
  for (const component of plan.components) {
    const { args, example } = component;
    if (example === undefined) continue;
    const required = new Set(
      args.filter((one) => one.required).map(({ name }) => name),
    );
    const needed = Object.entries(argumentsOf(component, manner)).filter(
      ([name]) => required.has(name) && !Object.hasOwn(example, name),
    );
    const shown = Object.entries(example);
    const entry = entryOf(component, plan, () => client);
    for (const values of [
      shown,
      shown.filter(([name]) => required.has(name)),
    ]) {
      const whole = Object.fromEntries([...needed, ...values]);
      if (values.length === 0 || !isShort(component, whole)) continue;
      try {
        await performAlone(entry, whole);
      } catch {
        // It is refused: the least of it may not be.
        continue;
      }
      const filledIn = needed.map(([name]) => name);
      calls.set(component, { example: whole, filledIn });
      break;
    }
  }
  return calls;
}

/** Arguments of each workflow, by name; one that none could be made for is left out. */
export function inputsOf(
  workflows: PlannedServer["workflows"],
): Map<string, Args> {
  const made = new Map<string, Args>();
  for (const { arguments: all, name } of workflows) {
    const schema = inputSchema(
      { arguments: all },
      { $defs: {}, arguments: {} },
    );
    for (const isWhole of [false, true]) {
      const manner = {
        schemas: new Map(),
        isWhole,
        without: "readOnly",
      } as const;
      try {
        const args = sample(schema, manner) as Args; // of an object
        made.set(name, checkAll(args, { $defs: {}, name, schema }));
      } catch {
        // What was made up is refused: the least of it is there, or nothing.
      }
    }
  }
  return made;
}

const quiet = () => undefined;

const CALLER = {
  id: 1,
  scopes: undefined,
  headers: {},
  progress: quiet,
  signal: new AbortController().signal,
  log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
};

/** What the document shows, and where it shows nothing what its schemas say. */
function argumentsOf(component: PlannedComponent, manner: Manner): Args {
  const { body, example = {}, filledIn = [] } = component;
  const sampled = sample(argumentsSchema(component), manner) as Args;
  // What is shared knows the API's names alone.
  const renamed = new Map(
    Object.entries(body?.names ?? {}).map(([name, wire]) => [wire, name]),
  );
  const made = Object.fromEntries(
    Object.entries(sampled).map(([name, value]) => [
      renamed.get(name) ?? name,
      value,
    ]),
  );
  // What a shared body says of the same name is of another value.
  const beside = component.args
    .filter(({ in: place }) => place !== "body")
    .filter(({ name, required }) => required || Object.hasOwn(made, name))
    .map((argument) => [argument.name, parameterOf(argument, manner)] as const);
  const shown = Object.entries(example).filter(
    ([name]) =>
      manner.isWhole && Object.hasOwn(made, name) && !filledIn.includes(name),
  );
  return {
    ...made,
    ...Object.fromEntries(beside),
    ...Object.fromEntries(shown),
  };
}

/** Nothing stands for a part of a path. */
function parameterOf(argument: Argument, manner: Manner): unknown {
  const { in: place, name, schema } = argument;
  const value = sample(schema, manner, name);
  const isNothing = place === "path" && value === "";
  return isNothing ? (listOf(schema["enum"]).find(Boolean) ?? name) : value;
}

/** The example of a JSON answer, where the document has one that is short. */
function exampleOf({ operation }: PlannedComponent): unknown {
  const media = successesOf(operation)[0]?.media.find(isJson);
  const [example] = media?.examples ?? [];
  if (!isObject(example) && !Array.isArray(example)) return undefined;
  return JSON.stringify(example).length <= MAX_ANSWER ? example : undefined;
}

/** Whether an answer is of its type: documents show some that are not, which are told otherwise. */
function isFit(
  answer: Answer,
  request: string,
  { $defs, operations }: AnswerSchemas,
): boolean {
  const type = own(operations, request);
  if (type === undefined) return true;
  const { content } = structured(answer, declared(type, $defs), "response");
  return !Object.hasOwn(content ?? {}, "_unfit");
}

function replyOf(answer: unknown) {
  const bytes = Buffer.from(JSON.stringify(answer ?? {}));
  return {
    status: 200,
    headers: { "content-type": "application/json" },
    body: (async function* () {
      yield await Promise.resolve(bytes);
    })(),
  };
}

/** Those that not every request has. */
function ownHeaders({ headers }: HttpRequest): string[] {
  return Object.keys(headers).filter(
    (name) => !/^(accept|content-type)$/.test(name),
  );
}
