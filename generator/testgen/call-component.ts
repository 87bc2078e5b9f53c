import {
  checks,
  pickFields,
  strip,
  toRegisteredComponent,
  createHttpClient,
  invoke,
  jsonStrings,
  longIntegers,
  type RegisteredApi,
  type RegisteredComponent,
  type Client,
  type ClientOptions,
  type ApiResponse,
  type Args,
  type Component,
} from "../runtime.js";
import type { PlannedComponent } from "../plan/component.js";
import type { Plan } from "../plan/plan.js";

/** Registers a component as a tool that sends its arguments, checked to any depth. */
export function registerComponent(
  { name, requestSpec, response: { fields } }: PlannedComponent,
  { responses, sharedSchemas }: Pick<Plan, "responses" | "sharedSchemas">,
  client: RegisteredApi["client"],
): RegisteredComponent {
  const tool: Component = {
    kind: "tool",
    name,
    ...requestSpec,
    ...(fields.length > 0 && { fields }),
    handler: (args, { send }) => send(args),
  };
  return toRegisteredComponent(tool, {
    components: [tool],
    schemas: sharedSchemas,
    client,
    responseFields: responses,
    check: checks,
    pick: pickFields,
    strip,
  });
}

/** Calls a tool as the only component of its server. Rejects if its arguments are refused. */
export function invokeAlone(
  registeredTool: RegisteredComponent,
  args: Args,
): Promise<ApiResponse> {
  return invoke(
    { entries: [registeredTool], hooks: {} },
    {
      entry: registeredTool,
      input: args,
      caller: CALLER,
      convert: (value) => value as ApiResponse, // as the handler returns it
    },
  );
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

/** Creates a client for the examples of a document, which writes no log. */
export function createExampleClient(
  options: ClientOptions,
  env: Readonly<Record<string, string>>,
): Client {
  const { log } = CALLER;
  return createHttpClient(
    {
      env,
      removedVariables: new Map(),
      log,
      secrets: new Set(),
      redact: (text) => text,
      problems: new Set(),
      authNeeds: new Set(),
      lifecycles: new Set(),
    },
    { parseStrings: jsonStrings, writeJson: longIntegers, ...options },
  );
}

/** Response of an API with a body in JSON; `{}` if there is none. */
export function toHttpResponse(responseBody: unknown) {
  const bytes = Buffer.from(JSON.stringify(responseBody ?? {}));
  return {
    status: 200,
    headers: { "content-type": "application/json" },
    body: (async function* () {
      yield await Promise.resolve(bytes);
    })(),
  };
}
