import type { Answer, HandlerResult, ToolResult } from "../types.js";

/** A whole MCP result: its content is blocks of MCP, and no other field could be data of an API. */
export function isToolResult(value: HandlerResult): value is ToolResult {
  return (
    typeof value === "object" &&
    value !== null &&
    "content" in value &&
    Array.isArray(value.content) &&
    value.content.every(isBlock) &&
    Object.keys(value).every((key) =>
      /^(content|structuredContent|isError|_meta)$/.test(key),
    )
  );
}

/** An answer as `send` gives it, or one made from it. */
export function isAnswer(value: HandlerResult): value is Answer {
  return (
    typeof value === "object" &&
    value !== null &&
    "data" in value &&
    "status" in value &&
    typeof value.status === "number" &&
    "contentType" in value &&
    typeof value.contentType === "string"
  );
}

/** Text or any JSON value as an answer. */
export function toAnswer(data: unknown): Answer {
  const contentType =
    typeof data === "string" ? "text/plain" : "application/json";
  return { status: 200, headers: {}, contentType, data: data ?? undefined };
}

function isBlock(block: unknown): boolean {
  return (
    typeof block === "object" &&
    block !== null &&
    "type" in block &&
    /^(text|image|audio|resource|resource_link)$/.test(String(block.type))
  );
}
