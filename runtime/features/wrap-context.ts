import { collectTools } from "../index.js";
import type {
  ApiResponse,
  Context,
  RegisteredComponent,
  Feature,
} from "../index.js";

/** Creates a feature that extends the context of tool handlers. */
export function wrapContext(
  extendContext: (
    base: Context,
    entry: RegisteredComponent | undefined,
  ) => Context,
): Feature {
  return ({ entries, handlers: { "tools/call": call } }) => {
    if (!call) return {};
    const tools = collectTools(entries);
    return {
      "tools/call": (params, caller) => {
        const entry = tools.get(String(params["name"]));
        const context = (base: Context) =>
          extendContext(caller.context?.(base) ?? base, entry);
        return call(params, { ...caller, context });
      },
    };
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
