import { toolsOf } from "../index.js";
import type { Answer, Context, Entry, Feature } from "../index.js";

/** A feature that gives the handlers of tools more, or other, than the context that they have. */
export function widening(
  wider: (base: Context, entry: Entry | undefined) => Context,
): Feature {
  return ({ entries, handlers: { "tools/call": call } }) => {
    if (!call) return {};
    const tools = toolsOf(entries);
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
export function noted<Data>(answer: Answer<Data>, note: string): Answer<Data> {
  return { ...answer, note: [answer.note, note].filter(Boolean).join("\n") };
}

/** Where the requests of a component start from: the server of its own that they go to, or the API's base URL. */
export function rootOf({ component, source }: Entry): URL {
  const { baseUrl, ownServers } = source.client();
  const base = URL.canParse(baseUrl) ? baseUrl : undefined;
  return new URL((ownServers && component.server) || baseUrl, base);
}
