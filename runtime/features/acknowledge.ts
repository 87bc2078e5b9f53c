import {
  clientFor,
  describeEmptyResponse,
  isToolResult,
  toApiResponse,
} from "../index.js";
import { collectTools } from "../index.js";
import type {
  Caller,
  RegisteredComponent,
  Feature,
  HandlerResult,
} from "../index.js";

const DONE = "Done. ";

/** Adds "Done." and the informative headers to a tool's 204 response, whose result would be empty. */
export const acknowledge: Feature = ({ entries, handlers }) => {
  const { "tools/call": call } = handlers;
  if (!call) return {};
  const tools = collectTools(entries);
  return {
    "tools/call"(params, caller) {
      const entry = tools.get(String(params["name"]));
      if (!entry) return call(params, caller);
      const result = (value: HandlerResult) => {
        const shownValue = caller.result ? caller.result(value) : value;
        return acknowledgeEmpty(shownValue, entry, caller);
      };
      return call(params, { ...caller, result });
    },
  };
};

/** Adds the note to a 204 response, once. Returns any other value as it is. */
export function acknowledgeEmpty(
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
