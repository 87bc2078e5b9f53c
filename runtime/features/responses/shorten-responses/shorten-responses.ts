import {
  clientFor,
  readData,
  propertiesOf,
  collectTools,
} from "../../../index.js";
import type {
  Args,
  Call,
  CallHooks,
  Caller,
  Context,
  Feature,
  HandlerResult,
  JsonSchema,
  MethodHandlers,
  RegisteredComponent,
} from "../../../index.js";
import { addEmptyText } from "../empty-response-text.js";
import type { SentRequest } from "./page.js";
import { declaredResponse, shortenResult } from "./shorten.js";
import type { ShortenRequest, ShortenOptions } from "./shorten.js";

const FIELDS = {
  type: "string",
  description: "Only these fields of the response: id,owner.name",
};

/** Key of what a message asks for, in its caller. */
const SELECTION = Symbol("selection");

/** A caller whose message may name fields. */
interface SelectingCaller extends Caller {
  readonly [SELECTION]?: Pick<ShortenRequest, "compact" | "fields">;
}

/** Adds the argument `fields` to tools, and keeps results short. Notes describe the omitted parts. */
export function shortenResponses(options: ShortenOptions = {}): Feature {
  return {
    name: "shorten-responses",
    stage: "call",
    below: ["auto-paginate", "etag", "file-links", "flat-bodies", "poll"],
    hooks: () => createHooks(options),
    methods: ({ entries, handlers }) => addFields(entries, handlers, options),
  };
}

/** Creates the hooks that note the requests of a call, and keep its result within the maximum size. */
function createHooks(options: ShortenOptions): CallHooks {
  const longestPages = new Map<string, number>(); // property of the API, so shared by all callers
  const requestsByCall = new WeakMap<Call, SentRequest[]>();
  const shorten = (
    value: HandlerResult,
    call: Call,
    shortenOptions: ShortenOptions,
  ) => {
    const { caller, entry, input: args } = call;
    const { [SELECTION]: selection } = caller as SelectingCaller; // set by `tools/call`
    const requests = requestsByCall.get(call) ?? [];
    return shortenResult(
      value,
      {
        compact: selection?.compact ?? false,
        fields: selection?.fields,
        args,
        entry,
        redact: clientFor(entry.source, caller).redact,
        longestPages,
        requests,
      },
      shortenOptions,
    );
  };
  return {
    isBounded: true,
    context(base, call) {
      if (call.entry.component.kind === "prompt") return base;
      const requests: SentRequest[] = [];
      requestsByCall.set(call, requests);
      const send: Context["send"] = async (sendArgs) => {
        const response = await base.send(sendArgs);
        requests.push({ response, args: sendArgs as Args }); // they were validated
        return response;
      };
      return { ...base, send };
    },
    result(value, call) {
      const { caller, entry } = call;
      const { kind } = entry.component;
      if (kind === "prompt") return value;
      if (kind === "tool")
        // A limit alone, as `maxResultTokens` of a config sets it, adds no word.
        return shorten(
          options.fields === false ? value : addEmptyText(value, entry, caller),
          call,
          options,
        );
      // A resource takes no `fields`, its empty response is an empty list, and one that fits stays as it is.
      const shortValue = shorten(value, call, { ...options, fields: false });
      return readData(shortValue) === readData(value) ? value : shortValue;
    },
  };
}

/** Adds the argument `fields` to the tools that can take it. */
function addFields(
  entries: readonly RegisteredComponent[],
  { "tools/call": call, "tools/list": list }: MethodHandlers,
  options: ShortenOptions,
): MethodHandlers {
  if (!call || !list) return {};
  const tools = collectTools(entries);
  const canTakeFields = (entry: RegisteredComponent) =>
    options.fields !== false && canSelectFields(entry);
  return {
    async "tools/list"(params, caller) {
      const listResult = (await list(params, caller)) as {
        tools: ListedTool[];
      }; // format of the core's handler
      const listedTools = listResult.tools.map((tool) => {
        const entry = tools.get(tool.name);
        return entry && canTakeFields(entry) ? addFieldsArgument(tool) : tool;
      });
      return { ...listResult, tools: listedTools };
    },
    "tools/call"(params, caller) {
      const entry = tools.get(String(params["name"]));
      if (!entry) return call(params, caller);
      const { fields, ...otherArgs } = (params["arguments"] ?? {}) as Args;
      const isSelection = fields === undefined || canTakeFields(entry);
      const args = isSelection ? otherArgs : { ...otherArgs, fields };
      const selectingCaller: SelectingCaller = {
        ...caller,
        [SELECTION]: {
          compact: options.compact ?? params["compact"] === true,
          fields: params["fields"] ?? (isSelection ? fields : undefined),
        },
      };
      return call({ ...params, arguments: args }, selectingCaller);
    },
  };
}

/** True if a tool can take `fields`. A body that allows additional properties might have a field of that name. */
function canSelectFields(entry: RegisteredComponent): boolean {
  if (declaredResponse(entry) === undefined) return false;
  const { additionalProperties, properties } = entry.inputSchema();
  const isTaken = Object.hasOwn(Object(properties) as object, "fields");
  return additionalProperties === false && !isTaken;
}

interface ListedTool {
  readonly name: string;
  readonly inputSchema: JsonSchema;
}

function addFieldsArgument(tool: ListedTool): ListedTool {
  const inputProperties = Object.fromEntries(propertiesOf(tool.inputSchema));
  const properties = { ...inputProperties, fields: FIELDS };
  return { ...tool, inputSchema: { ...tool.inputSchema, properties } };
}
