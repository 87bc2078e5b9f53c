import { propertiesOf, collectTools } from "../../index.js";
import type {
  Args,
  Context,
  RegisteredComponent,
  Feature,
  HandlerResult,
  JsonSchema,
} from "../../index.js";
import type { SentRequest } from "./page.js";
import { declaredResponse, shortenResult } from "./shorten.js";
import type { ShortenOptions } from "./shorten.js";

const FIELDS = {
  type: "string",
  description: "Only these fields of the answer: id,owner.name",
};

/** Lets a call name the fields that it wants, and keeps answers short; notes say what is not shown. */
export function shortenResponses(brevity: ShortenOptions = {}): Feature {
  return ({ entries, handlers }) => {
    const { "tools/call": call, "tools/list": list } = handlers;
    if (!call || !list) return {};
    const tools = collectTools(entries);
    const longest = new Map<string, number>(); // of the API, whoever asks
    const isTaking = (entry: RegisteredComponent) =>
      brevity.fields !== false && takesFields(entry);
    return {
      async "tools/list"(params, caller) {
        const listed = (await list(params, caller)) as { tools: Listed[] }; // what the core lists
        const all = listed.tools.map((tool) => {
          const entry = tools.get(tool.name);
          return entry && isTaking(entry) ? withFields(tool) : tool;
        });
        return { ...listed, tools: all };
      },
      "tools/call"(params, caller) {
        const entry = tools.get(String(params["name"]));
        if (!entry) return call(params, caller);
        const { fields, ...others } = (params["arguments"] ?? {}) as Args;
        const isOwn = fields === undefined || isTaking(entry);
        const args = isOwn ? others : { ...others, fields };
        const sent: SentRequest[] = [];
        const context = (base: Context) => {
          const inner = caller.context?.(base) ?? base;
          const send: Context["send"] = async (given) => {
            const answer = await inner.send(given);
            sent.push({ answer, args: given as Args }); // they were checked
            return answer;
          };
          return { ...inner, send };
        };
        const asked = {
          args,
          entry,
          longest,
          sent,
          compact: brevity.compact ?? params["compact"] === true,
          fields: params["fields"] ?? (isOwn ? fields : undefined),
        };
        const result = (value: HandlerResult) => {
          const given = caller.result ? caller.result(value) : value;
          return shortenResult(given, asked, brevity);
        };
        return call(
          { ...params, arguments: args },
          { ...caller, context, isBounded: true, result },
        );
      },
    };
  };
}

/** An open body might have a field of that name. */
function takesFields(entry: RegisteredComponent): boolean {
  if (declaredResponse(entry) === undefined) return false;
  const { additionalProperties, properties } = entry.inputSchema();
  const isTaken = Object.hasOwn(Object(properties) as object, "fields");
  return additionalProperties === false && !isTaken;
}

interface Listed {
  readonly name: string;
  readonly inputSchema: JsonSchema;
}

function withFields(tool: Listed): Listed {
  const all = Object.fromEntries(propertiesOf(tool.inputSchema));
  const properties = { ...all, fields: FIELDS };
  return { ...tool, inputSchema: { ...tool.inputSchema, properties } };
}
