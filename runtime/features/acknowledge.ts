import {
  clientFor,
  describeEmptyResponse,
  isToolResult,
  toApiResponse,
} from "../index.js";
import { collectTools } from "../index.js";
import type { Feature, HandlerResult } from "../index.js";

/** Says "Done." where a tool's response is 204 No Content, whose result is empty otherwise, and what its headers tell. */
export const acknowledge: Feature = ({ entries, handlers }) => {
  const { "tools/call": call } = handlers;
  if (!call) return {};
  const tools = collectTools(entries);
  return {
    "tools/call"(params, caller) {
      const entry = tools.get(String(params["name"]));
      if (!entry) return call(params, caller);
      const result = (value: HandlerResult): HandlerResult => {
        const shown = caller.result ? caller.result(value) : value;
        if (isToolResult(shown)) return shown;
        const answer = toApiResponse(shown);
        if (answer.status !== 204 || answer.data !== undefined) return shown;
        const { redact } = clientFor(entry.source, caller);
        const lines = [
          `Done. ${describeEmptyResponse(answer, redact)}`,
          answer.note,
        ];
        return { ...answer, note: lines.filter(Boolean).join("\n") };
      };
      return call(params, { ...caller, result });
    },
  };
};
