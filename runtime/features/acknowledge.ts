import {
  clientFor,
  describeEmptyResponse,
  isToolResult,
  toApiResponse,
} from "../index.js";
import { collectTools } from "../index.js";
import type { Feature, HandlerResult } from "../index.js";

/** Adds "Done." and the informative headers to a tool's 204 response, whose result would be empty. */
export const acknowledge: Feature = ({ entries, handlers }) => {
  const { "tools/call": call } = handlers;
  if (!call) return {};
  const tools = collectTools(entries);
  return {
    "tools/call"(params, caller) {
      const entry = tools.get(String(params["name"]));
      if (!entry) return call(params, caller);
      const result = (value: HandlerResult): HandlerResult => {
        const shownValue = caller.result ? caller.result(value) : value;
        if (isToolResult(shownValue)) return shownValue;
        const response = toApiResponse(shownValue);
        if (response.status !== 204 || response.data !== undefined)
          return shownValue;
        const { redact } = clientFor(entry.source, caller);
        const lines = [
          `Done. ${describeEmptyResponse(response, redact)}`,
          response.note,
        ];
        return { ...response, note: lines.filter(Boolean).join("\n") };
      };
      return call(params, { ...caller, result });
    },
  };
};
