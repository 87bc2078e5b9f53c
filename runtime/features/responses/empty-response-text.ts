import {
  clientFor,
  describeEmptyResponse,
  isToolResult,
  toApiResponse,
} from "../../index.js";
import type {
  Caller,
  RegisteredComponent,
  Feature,
  HandlerResult,
} from "../../index.js";

const DONE = "Done. ";

/** Adds "Done." and the informative headers to a tool's 204 response, whose result would be empty. */
export function emptyResponseText(): Feature {
  return {
    name: "empty-response-text",
    stage: "call",
    below: ["file-links"],
    hooks: () => ({
      result: (value, { caller, entry }) =>
        entry.component.kind === "tool"
          ? addEmptyText(value, entry, caller)
          : value,
    }),
  };
}

/** Adds the note to a 204 response, once. Returns any other value as it is. */
export function addEmptyText(
  value: HandlerResult,
  { source }: RegisteredComponent,
  caller: Caller,
): HandlerResult {
  if (isToolResult(value)) return value;
  const response = toApiResponse(value);
  const { data, note = "", status } = response;
  if (status !== 204 || data !== undefined) return value;
  if (note.startsWith(DONE)) return value;
  const { redact } = clientFor(source, caller);
  const lines = [`${DONE}${describeEmptyResponse(response, redact)}`, note];
  return { ...response, note: lines.filter(Boolean).join("\n") };
}
