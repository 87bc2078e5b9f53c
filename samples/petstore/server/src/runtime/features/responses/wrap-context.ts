// Runtime of this MCP server, written by toolwright. You may edit this file: regeneration merges your edits.
import type {
  ApiResponse,
  CallHooks,
  Context,
  RegisteredComponent,
} from "../../index.js";

/** Creates hooks that extend the context of tool handlers. */
export function wrapContext(
  extendContext: (base: Context, entry: RegisteredComponent) => Context,
): CallHooks {
  return {
    context: (base, { entry }) =>
      entry.component.kind === "tool" ? extendContext(base, entry) : base,
  };
}

/** Returns the response with one more note. */
export function addNote<Data>(
  response: ApiResponse<Data>,
  note: string,
): ApiResponse<Data> {
  return {
    ...response,
    note: [response.note, note].filter(Boolean).join("\n"),
  };
}

/** Returns the base of a component's requests: its own server, or the API's base URL. */
export function apiOrigin({ component, source }: RegisteredComponent): URL {
  const { baseUrl, ownServers } = source.client();
  const base = URL.canParse(baseUrl) ? baseUrl : undefined;
  return new URL((ownServers && component.server) || baseUrl, base);
}
