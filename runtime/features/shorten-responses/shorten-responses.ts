import { readData, propertiesOf, collectTools } from "../../index.js";
import type {
  Args,
  Caller,
  Context,
  RegisteredComponent,
  Feature,
  HandlerResult,
  JsonSchema,
} from "../../index.js";
import { acknowledgeEmpty } from "../acknowledge.js";
import type { SentRequest } from "./page.js";
import { declaredResponse, shortenResult } from "./shorten.js";
import type { ShortenRequest, ShortenOptions } from "./shorten.js";

const FIELDS = {
  type: "string",
  description: "Only these fields of the response: id,owner.name",
};

/** Adds the argument `fields` to tools, and keeps results short. Notes describe the omitted parts. */
export function shortenResponses(options: ShortenOptions = {}): Feature {
  return ({ entries, handlers, readers }) => {
    const longestPages = new Map<string, number>(); // property of the API, so shared by all callers
    /** Wraps a caller so that its result stays within the maximum size. */
    const boundCaller = (
      caller: Caller,
      entry: RegisteredComponent,
      request: Pick<ShortenRequest, "args" | "compact" | "fields">,
      shortenOptions: ShortenOptions,
    ): Caller => {
      const requests: SentRequest[] = [];
      const context = (base: Context) => {
        const callerContext = caller.context?.(base) ?? base;
        const send: Context["send"] = async (sendArgs) => {
          const response = await callerContext.send(sendArgs);
          requests.push({ response, args: sendArgs as Args }); // they were validated
          return response;
        };
        return { ...callerContext, send };
      };
      const toShortResult = (value: HandlerResult) => {
        const handlerResult = caller.result ? caller.result(value) : value;
        // A limit alone, as `maxResultTokens` of a config sets it, adds no word.
        const isLimitOnly = shortenOptions.fields === false;
        const acknowledgedResult = isLimitOnly
          ? handlerResult
          : acknowledgeEmpty(handlerResult, entry, caller);
        return shortenResult(
          acknowledgedResult,
          { ...request, entry, longestPages, requests },
          shortenOptions,
        );
      };
      return { ...caller, context, isBounded: true, result: toShortResult };
    };
    // A resource takes no `fields`, its empty response is an empty list, and one that fits stays as it is.
    readers.add((caller, { args, entry }) => {
      const request = { args, compact: false, fields: undefined };
      const reader = boundCaller(caller, entry, request, {
        ...options,
        fields: false,
      });
      const toReadResult = (value: HandlerResult) => {
        const shortResult = reader.result?.(value) ?? value;
        return readData(shortResult) === readData(value) ? value : shortResult;
      };
      return { ...reader, result: toReadResult };
    });
    const { "tools/call": call, "tools/list": list } = handlers;
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
        const request = {
          args,
          compact: options.compact ?? params["compact"] === true,
          fields: params["fields"] ?? (isSelection ? fields : undefined),
        };
        return call(
          { ...params, arguments: args },
          boundCaller(caller, entry, request, options),
        );
      },
    };
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
