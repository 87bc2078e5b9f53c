// Runtime of this MCP server, written by toolwright. You may edit this file: regeneration merges your edits.
import { collectTools } from "../index.js";
import type {
  ApiResponse,
  Context,
  RegisteredComponent,
  Feature,
} from "../index.js";

/** A feature that gives the handlers of tools more, or other, than the context that they have. */
export function wrapContext(
  wider: (base: Context, entry: RegisteredComponent | undefined) => Context,
): Feature {
  return ({ entries, handlers: { "tools/call": call } }) => {
    if (!call) return {};
    const tools = collectTools(entries);
    return {
      "tools/call": (params, caller) => {
        const entry = tools.get(String(params["name"]));
        const context = (base: Context) =>
          wider(caller.context?.(base) ?? base, entry);
        return call(params, { ...caller, context });
      },
    };
  };
}

/** The same answer, with one more note. */
export function addNote<Data>(
  answer: ApiResponse<Data>,
  note: string,
): ApiResponse<Data> {
  return { ...answer, note: [answer.note, note].filter(Boolean).join("\n") };
}

/** Where the requests of a component start from: the server of its own that they go to, or the API's base URL. */
export function apiOrigin({ component, source }: RegisteredComponent): URL {
  const { baseUrl, ownServers } = source.client();
  const base = URL.canParse(baseUrl) ? baseUrl : undefined;
  return new URL((ownServers && component.server) || baseUrl, base);
}
