import type { McpService, ToolResult } from "../../../index.js";

const TEXT_SCHEMA = { type: "string" };

/** Maximum number of operations in one description. */
export const MAX_DESCRIBED = 5;

const CALL_SCHEMA = {
  type: "object",
  properties: {
    name: { ...TEXT_SCHEMA, description: "Name of the operation." },
    arguments: {
      type: "object",
      description: "Arguments of the operation, by name.",
    },
    fields: {
      ...TEXT_SCHEMA,
      description: "Only these fields of the response: id,owner.name",
    },
  },
  required: ["name"],
  additionalProperties: false,
};

/** Tools that replace the list of all operations. */
export const OPERATIONS = [
  {
    name: "search_operations",
    title: "Search operations",
    description:
      'Finds operations of this API by what they do. Search for one step at a time, in a few words in its language, such as "create an issue". Each line of the result is name(arguments, optional?) — title.',
    inputSchema: {
      type: "object",
      properties: {
        query: { ...TEXT_SCHEMA, description: "The task, in a few words." },
        group: {
          ...TEXT_SCHEMA,
          description: "Search only operations of this group.",
        },
        limit: { type: "integer", minimum: 1, maximum: 50, default: 8 },
      },
      required: ["query"],
      additionalProperties: false,
    },
    annotations: createReadHints(false),
  },
  {
    name: "describe_operations",
    title: "Describe operations",
    description: `Describes up to ${MAX_DESCRIBED} operations and their arguments. Use it before you call an operation for the first time.`,
    inputSchema: {
      type: "object",
      properties: {
        names: { type: "array", items: TEXT_SCHEMA, maxItems: MAX_DESCRIBED },
        detail: {
          enum: ["short", "schema"],
          default: "short",
          description: "schema: the JSON Schema of the arguments.",
        },
      },
      required: ["names"],
      additionalProperties: false,
    },
    annotations: createReadHints(false),
  },
  {
    name: "read_operation",
    title: "Call an operation that reads",
    description: "Calls an operation that only reads, and returns its result.",
    inputSchema: CALL_SCHEMA,
    annotations: createReadHints(true),
  },
  {
    name: "call_operation",
    title: "Call an operation",
    description:
      "Calls any operation, and returns its result. It may change or delete data.",
    inputSchema: CALL_SCHEMA,
    annotations: {
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: false,
      openWorldHint: true,
    },
  },
] as const;

/** Throws if a tool of the server has the name of a search tool. */
export function unknownNamesError({ entries }: McpService): void {
  const conflictingTool = entries.find(
    ({ component: { kind, name } }) =>
      kind === "tool" &&
      OPERATIONS.some((operation) => operation.name === name),
  )?.component;
  if (conflictingTool)
    throw new Error(
      `${conflictingTool.request} has the name "${conflictingTool.name}", which is reserved for a search tool. Rename it.`,
    );
}

/** Removes structured content that repeats a message, since the search lists no output schemas. */
export function findUndeclared(result: object) {
  const { structuredContent, ...otherFields } = result as ToolResult; // the result of a tool
  return otherFields.content.length > 0
    ? otherFields
    : { ...otherFields, structuredContent };
}

/** Marks a tool so that clients which load tools on demand load it at once. */
export function alwaysListed(tool: ListedTool): object {
  return { ...tool, _meta: { ...tool._meta, "anthropic/alwaysLoad": true } };
}

interface ListedTool {
  readonly name: string;
  readonly _meta?: object;
}

/** Returns all hints, since clients read a missing hint as its default. */
function createReadHints(openWorldHint: boolean) {
  return {
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint,
  };
}
