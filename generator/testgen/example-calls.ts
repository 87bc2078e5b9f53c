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
import { toText } from "../../runtime/styles.js";
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
import { isPersonConfirm } from "../config/config.js";
import { isObject, toArray } from "../shared/json.js";
import type { Argument } from "../plan/arguments.js";
import type { PlannedServer } from "../emit/planned-files.js";
import type { ResponseSchemas } from "../plan/response-fields.js";
import type { PlannedComponent } from "../plan/component.js";
import type { Plan } from "../plan/plan.js";
import { toArgumentsSchema } from "../plan/types.js";
import { sample, type SampleOptions } from "./sample.js";
import { successResponsesOf } from "../model.js";
import { isJson } from "../schema/media.js";

/** Example call of a tool with the request that it sends: a case of the feature `testing`. */
export interface ExampleCall {
  readonly args: Args;
  /** Method and URL of the request: `POST https://api.example/pets?dryRun=true`. */
  readonly sends: string;
  /** Request headers that not every request has. A multipart boundary is written `boundary`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Request body: JSON as it is, other text as a string, bytes in base64. */
  readonly body?: unknown;
  /** Result that the model gets of the response which the document shows as its example. */
  readonly answer?: unknown;
}

/** Longest response in a test, in characters of JSON. */
const MAX_RESPONSE = 2_000;

type Client = Omit<ClientOptions, "transport">;

/** Example calls of the tools of one API. A tool that no valid arguments could be made for, or that polls, has none. */
export async function exampleCalls(
  plan: Plan,
  schemas: SampleOptions["schemas"],
  client: Client,
): Promise<Map<PlannedComponent, ExampleCall>> {
  const calls = new Map<PlannedComponent, ExampleCall>();
  for (const component of plan.components) {
    const { kind, override } = component;
    if (kind !== "tool" || override.poll !== undefined) continue;
    const call = await exampleCallOf(component, plan, { schemas, client });
    if (call !== undefined) calls.set(component, call);
  }
  return calls;
}

async function exampleCallOf(
  component: PlannedComponent,
  plan: Plan,
  context: Pick<SampleOptions, "schemas"> & { readonly client: Client },
): Promise<ExampleCall | undefined> {
  const { outputSchemas } = plan;
  const { requestSpec, override } = component;
  const responseExample = responseExampleOf(component);
  let sentRequest: HttpRequest | undefined;
  const client = createHttpClient({
    ...context.client,
    bodies: [binary(), form, jsonLines, multipart()],
    transport(request) {
      sentRequest = request;
      return Promise.resolve(toHttpResponse(responseExample));
    },
  });
  const registeredTool = registerComponent(component, plan, () => client);
  for (const includeOptional of [true, false]) {
    const args = sampleArguments(component, {
      ...context,
      includeOptional,
      excludedKeyword: "readOnly",
    });
    try {
      const response = await invokeAlone(registeredTool, args);
      if (sentRequest === undefined) return undefined;
      const isShown =
        responseExample !== undefined &&
        (outputSchemas === null ||
          isValidResponse(response, requestSpec.request, outputSchemas));
      return {
        args: addConfirmation(args, override),
        ...sentBy(sentRequest, selectHeaderNames(sentRequest)),
        ...(isShown && { answer: response.data }),
      };
    } catch {
      // These arguments are refused. The required ones alone may be accepted.
    }
  }
  return undefined;
}

/** Name of the argument that callers have to repeat as `confirm`. Undefined if they have none to repeat. */
function repeatedNameOf({
  confirm,
}: PlannedComponent["override"]): string | undefined {
  return isPersonConfirm(confirm) ? undefined : confirm;
}

/** Arguments with the `confirm` that their tool requires. */
function addConfirmation(
  args: Args,
  override: PlannedComponent["override"],
): Args {
  const repeatedName = repeatedNameOf(override);
  return repeatedName === undefined
    ? args
    : { ...args, confirm: toText(args[repeatedName]) };
}

/** Registers a component as a tool that sends its arguments, checked to any depth. */
function registerComponent(
  { name, requestSpec }: PlannedComponent,
  { responses, sharedSchemas }: Pick<Plan, "responses" | "sharedSchemas">,
  client: Source["client"],
): Entry {
  const tool: Component = {
    kind: "tool",
    name,
    ...requestSpec,
    handler: (args, { send }) => send(args),
  };
  return toEntry(tool, {
    components: [tool],
    schemas: sharedSchemas,
    client,
    answers: responses,
    check: checks,
    strip,
  });
}

function invokeAlone(registeredTool: Entry, args: Args): Promise<Answer> {
  return perform({
    entry: registeredTool,
    entries: [registeredTool],
    args,
    caller: CALLER,
    convert: (value) => value as Answer, // as the handler returns it
  });
}

/** Example in a description, completed so that the tool accepts it. */
export interface CompletedExample {
  readonly example: Args;
  /** Names of the required arguments that the document shows no value of, so that we sampled one. */
  readonly sampledNames: readonly string[];
}

/**
 * Examples of components, completed with samples of the required arguments that they lack, and with `confirm` where a
 * tool requires it. If a component refuses the whole example, or `isShort` does, its required arguments alone are tried.
 * A component whose example is refused either way isn't in the result.
 */
export async function completeExamples(
  plan: Pick<Plan, "components" | "responses" | "sharedSchemas">,
  schemas: SampleOptions["schemas"],
  isShort: (component: PlannedComponent, example: CompletedExample) => boolean,
): Promise<Map<PlannedComponent, CompletedExample>> {
  const completedExamples = new Map<PlannedComponent, CompletedExample>();
  const client = createHttpClient({
    baseUrl: "https://api.example",
    bodies: [binary(), form, jsonLines, multipart()],
    transport: () => Promise.resolve(toHttpResponse({})),
  });
  const sampleOptions = {
    schemas,
    excludedKeyword: "readOnly",
  } as const;
  for (const component of plan.components) {
    const { args, example, override } = component;
    if (example === undefined) continue;
    const required = new Set(
      args.filter((argument) => argument.required).map(({ name }) => name),
    );
    const repeatedName = repeatedNameOf(override);
    const isRepeatedOptional =
      repeatedName !== undefined && !required.has(repeatedName);
    if (isRepeatedOptional) required.add(repeatedName);
    const requiredArguments = Object.entries(
      sampleArguments(component, {
        ...sampleOptions,
        includeOptional: isRepeatedOptional,
      }),
    ).filter(([name]) => required.has(name) && !Object.hasOwn(example, name));
    const sampledNames = requiredArguments.map(([name]) => name);
    const exampleArguments = Object.entries(example);
    const registeredTool = registerComponent(component, plan, () => client);
    for (const keptArguments of [
      exampleArguments,
      exampleArguments.filter(([name]) => required.has(name)),
    ]) {
      const completeArguments = Object.fromEntries([
        ...requiredArguments,
        ...keptArguments,
      ]);
      const completedExample = {
        example: addConfirmation(completeArguments, override),
        sampledNames,
      };
      if (keptArguments.length === 0 || !isShort(component, completedExample))
        continue;
      try {
        await invokeAlone(registeredTool, completeArguments);
      } catch {
        // The example is refused. The required arguments alone may be accepted.
        continue;
      }
      completedExamples.set(component, completedExample);
      break;
    }
  }
  return completedExamples;
}

/** Sampled arguments of each workflow, by its name. A workflow that no valid arguments could be made for is left out. */
export function sampleInputs(
  workflows: PlannedServer["workflows"],
): Map<string, Args> {
  const inputs = new Map<string, Args>();
  for (const { arguments: workflowArguments, name } of workflows) {
    const schema = inputSchema(
      { arguments: workflowArguments },
      { $defs: {}, arguments: {} },
    );
    for (const includeOptional of [false, true]) {
      const sampleOptions = {
        schemas: new Map(),
        includeOptional,
        excludedKeyword: "readOnly",
      } as const;
      try {
        const args = sample(schema, sampleOptions) as Args; // of an object
        inputs.set(name, checkAll(args, { $defs: {}, name, schema }));
      } catch {
        // These arguments are refused. Those of the round before, with the required ones alone, are kept if they were accepted.
      }
    }
  }
  return inputs;
}

const ignoreEvent = () => undefined;

const CALLER = {
  id: 1,
  scopes: undefined,
  headers: {},
  progress: ignoreEvent,
  signal: new AbortController().signal,
  log: {
    debug: ignoreEvent,
    info: ignoreEvent,
    warn: ignoreEvent,
    error: ignoreEvent,
  },
};

/** Arguments from the document's example, or sampled from the schemas if it has none. */
function sampleArguments(
  component: PlannedComponent,
  sampleOptions: SampleOptions,
): Args {
  const { body, example = {}, sampledNames: sampledNames = [] } = component;
  const sampledArguments = sample(
    toArgumentsSchema(component),
    sampleOptions,
  ) as Args;
  // Shared schemas have the API's names only.
  const namesByWireName = new Map(
    Object.entries(body?.names ?? {}).map(([name, wire]) => [wire, name]),
  );
  const generatedArguments = Object.fromEntries(
    Object.entries(sampledArguments).map(([name, value]) => [
      namesByWireName.get(name) ?? name,
      value,
    ]),
  );
  // A property of a shared body with the name of a parameter is another value.
  const parameterArguments = component.args
    .filter(({ in: location }) => location !== "body")
    .filter(
      ({ name, required }) =>
        required || Object.hasOwn(generatedArguments, name),
    )
    .map(
      (argument) =>
        [argument.name, sampleParameter(argument, sampleOptions)] as const,
    );
  const shownArguments = Object.entries(example).filter(
    ([name]) =>
      sampleOptions.includeOptional &&
      Object.hasOwn(generatedArguments, name) &&
      !sampledNames.includes(name),
  );
  return {
    ...generatedArguments,
    ...Object.fromEntries(parameterArguments),
    ...Object.fromEntries(shownArguments),
  };
}

/** Sample of a parameter. An empty string can't stand for a path segment, so the name or an enum's value does. */
function sampleParameter(
  argument: Argument,
  sampleOptions: SampleOptions,
): unknown {
  const { in: location, name, schema } = argument;
  const value = sample(schema, sampleOptions, name);
  const isEmptySegment = location === "path" && value === "";
  return isEmptySegment
    ? (toArray(schema["enum"]).find(Boolean) ?? name)
    : value;
}

/** Example of a JSON response. Undefined if the document has none, or one longer than `MAX_RESPONSE`. */
function responseExampleOf({ operation }: PlannedComponent): unknown {
  const media = successResponsesOf(operation)[0]?.media.find(isJson);
  const [example] = media?.examples ?? [];
  if (!isObject(example) && !Array.isArray(example)) return undefined;
  return JSON.stringify(example).length <= MAX_RESPONSE ? example : undefined;
}

/** True if a response conforms to its output schema. Some documents' examples don't; the runtime marks these with `_unfit`. */
function isValidResponse(
  response: Answer,
  request: string,
  { $defs, operations }: ResponseSchemas,
): boolean {
  const outputSchema = own(operations, request);
  if (outputSchema === undefined) return true;
  const { content } = structured(
    response,
    declared(outputSchema, $defs),
    "response",
  );
  return !Object.hasOwn(content ?? {}, "_unfit");
}

function toHttpResponse(responseBody: unknown) {
  const bytes = Buffer.from(JSON.stringify(responseBody ?? {}));
  return {
    status: 200,
    headers: { "content-type": "application/json" },
    body: (async function* () {
      yield await Promise.resolve(bytes);
    })(),
  };
}

/** Names of the request headers that not every request has. */
function selectHeaderNames({ headers }: HttpRequest): string[] {
  return Object.keys(headers).filter(
    (name) => !/^(accept|content-type)$/.test(name),
  );
}
