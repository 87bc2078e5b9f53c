import {
  declaredSchema,
  toStructured,
  recordRequest,
  getOwn,
  type ClientOptions,
  type ApiResponse,
  type Args,
  type HttpRequest,
} from "../runtime.js";
import { isObject } from "../shared/json.js";
import type { ResponseSchemas } from "../plan/response-fields.js";
import { isListed } from "../config/config.js";
import type { PlannedComponent } from "../plan/component.js";
import type { PlannedApi } from "../emit/planned-files.js";
import { successResponsesOf } from "../model.js";
import { isJson } from "../schema/media.js";
import {
  createExampleClient,
  invokeAlone,
  registerComponent,
  toHttpResponse,
} from "./call-component.js";
import { toExampleVariables } from "../shared/example-variables.js";
import { bodyWriters } from "./body-writers.js";
import { addConfirmation } from "./confirmation.js";
import { sampleArguments } from "./sample-arguments.js";

/** Example call of a tool with the request that it sends: a case of the feature `testing`. */
export interface ExampleCall {
  readonly args: Args;
  /** Method, and URL below the base URL: `POST /pets?dryRun=true`. */
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

/** Plan of an API whose tools are called. */
type TestedPlan = Pick<PlannedApi, "api" | "listedOutputs" | "plan"> & {
  readonly settings: Pick<PlannedApi["settings"], "files">;
};

/** Example calls of the tools of one API. A tool that no valid arguments could be made for, or that polls, has none. */
export async function exampleCalls(
  planned: TestedPlan,
  client: Client,
): Promise<Map<PlannedComponent, ExampleCall>> {
  const calls = new Map<PlannedComponent, ExampleCall>();
  for (const component of planned.plan.components) {
    const { kind, override } = component;
    if (kind !== "tool" || override.poll !== undefined || !isListed(component))
      continue;
    const call = await exampleCallOf(component, planned, client);
    if (call !== undefined) calls.set(component, call);
  }
  return calls;
}

async function exampleCallOf(
  component: PlannedComponent,
  planned: TestedPlan,
  clientOptions: Client,
): Promise<ExampleCall | undefined> {
  const { listedOutputs, plan } = planned;
  const { requestSpec, override } = component;
  const responseExample = responseExampleOf(component);
  let sentRequest: HttpRequest | undefined;
  const client = createExampleClient(
    {
      ...clientOptions,
      bodies: bodyWriters(planned.settings.files !== null),
      transport(request) {
        sentRequest = request;
        return Promise.resolve(toHttpResponse(responseExample));
      },
    },
    toExampleVariables(plan.variables).env,
  );
  const registeredTool = registerComponent(component, plan, () => client);
  for (const includeOptional of [true, false]) {
    const args = sampleArguments(component, {
      schemas: planned.api.schemas,
      includeOptional,
      excludedKeyword: "readOnly",
    });
    try {
      const response = await invokeAlone(registeredTool, args);
      if (sentRequest === undefined) return undefined;
      const isShown =
        responseExample !== undefined &&
        (listedOutputs === null ||
          isValidResponse(response, requestSpec.request, listedOutputs));
      return {
        args: addConfirmation(args, override),
        ...recordRequest(sentRequest, selectHeaderNames(sentRequest), [
          client.baseUrl,
        ]),
        ...(isShown && { answer: response.data }),
      };
    } catch {
      // These arguments are refused. The required ones alone may be accepted.
    }
  }
  return undefined;
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
  response: ApiResponse,
  request: string,
  { $defs, operations }: ResponseSchemas,
): boolean {
  const outputSchema = getOwn(operations, request);
  if (outputSchema === undefined) return true;
  const { content } = toStructured(
    response,
    declaredSchema(outputSchema, $defs),
    "response",
  );
  return !Object.hasOwn(content ?? {}, "_unfit");
}

/** Names of the request headers that not every request has. */
function selectHeaderNames({ headers }: HttpRequest): string[] {
  return Object.keys(headers).filter(
    (name) => !/^(accept|content-type)$/.test(name),
  );
}
