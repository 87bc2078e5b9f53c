import type { McpService, ToolResult } from "../../index.js";

const text = { type: "string" };

/** Operations that one question describes. */
export const MAX_DESCRIBED = 5;

const call = {
  type: "object",
  properties: {
    name: { ...text, description: "Of the operation." },
    arguments: { type: "object", description: "Of the operation, by name." },
    fields: { ...text, description: "Only these of the answer: id,owner.name" },
  },
  required: ["name"],
  additionalProperties: false,
};

/** What stands in a listing for all operations. */
export const OPERATIONS = [
  {
    name: "search_operations",
    title: "Search operations",
    description:
      'Finds operations of this API by what they do. Ask for one step at a time in a few words of its language, such as "create an issue". Each line of the answer is name(arguments, optional?) — title.',
    inputSchema: {
      type: "object",
      properties: {
        query: { ...text, description: "What you want to do." },
        group: { ...text, description: "Only operations of this group." },
        limit: { type: "integer", minimum: 1, maximum: 50, default: 8 },
      },
      required: ["query"],
      additionalProperties: false,
    },
    annotations: reading(false),
  },
  {
    name: "describe_operations",
    title: "Describe operations",
    description: `Tells what up to ${MAX_DESCRIBED} operations do and take. Do this before you call one for the first time.`,
    inputSchema: {
      type: "object",
      properties: {
        names: { type: "array", items: text, maxItems: MAX_DESCRIBED },
        detail: {
          enum: ["short", "schema"],
          default: "short",
          description: "schema: the JSON Schema of the arguments.",
        },
      },
      required: ["names"],
      additionalProperties: false,
    },
    annotations: reading(false),
  },
  {
    name: "read_operation",
    title: "Call an operation that reads",
    description: "Calls an operation that only reads, and answers as it does.",
    inputSchema: call,
    annotations: reading(true),
  },
  {
    name: "call_operation",
    title: "Call an operation",
    description:
      "Calls any operation, and answers as it does. It may change or delete data.",
    inputSchema: call,
    annotations: {
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: false,
      openWorldHint: true,
    },
  },
] as const;

/** What finds tools can't be called as one of them. */
export function unknownNamesError({ entries }: McpService): void {
  const taken = entries.find(
    ({ component: { kind, name } }) =>
      kind === "tool" && OPERATIONS.some((one) => one.name === name),
  )?.component;
  if (taken)
    throw new Error(
      `${taken.request} is called "${taken.name}", as a tool of the search. Rename it.`,
    );
}

/** Where the schemas of answers are not listed, their JSON stands in a message once. */
export function findUndeclared(result: object) {
  const { structuredContent, ...told } = result as ToolResult; // a tool's
  return told.content.length > 0 ? told : { ...told, structuredContent };
}

/** Tells clients that load tools on demand to load this one at once. */
export function alwaysListed(tool: Listed): object {
  return { ...tool, _meta: { ...tool._meta, "anthropic/alwaysLoad": true } };
}

interface Listed {
  readonly name: string;
  readonly _meta?: object;
}

/** All hints are written, as clients read them. */
function reading(openWorldHint: boolean) {
  return {
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint,
  };
}
