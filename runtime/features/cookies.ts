import type { CookieJar } from "tough-cookie";
import type { ClientOptions } from "../index.js";

type Hooks = Pick<ClientOptions, "onRequest" | "onResponse">;

/**
 * Hooks of a client that keep the API's cookies and send them back where they belong, besides other hooks. There is
 * one jar for all callers of this server. https://www.rfc-editor.org/rfc/rfc6265#section-5
 */
export function cookieJar(others: Hooks = {}): Required<Hooks> {
  // Loaded on the first call: its list of public suffixes takes longer than the rest of the start.
  const load = async () => new (await import("tough-cookie")).CookieJar();
  let jar: Promise<CookieJar> | undefined;
  const open = () => (jar ??= load());
  return {
    async onRequest(request) {
      await others.onRequest?.(request);
      const { headers, url } = request;
      const jar = await open();
      const kept = jar.getCookieStringSync(url);
      const all = [headers["cookie"] ?? "", kept].filter(Boolean);
      if (all.length > 0) headers["cookie"] = all.join("; ");
    },
    async onResponse(response, request) {
      await others.onResponse?.(response, request);
      const { headers } = response;
      const { url } = request;
      const jar = await open();
      for (const cookie of split(headers["set-cookie"]))
        jar.setCookieSync(cookie, url, { ignoreError: true });
    },
  };
}

/** Several are joined by commas, and a date holds one too. */
function split(header = ""): string[] {
  return header.split(/,(?=\s*[^\s;,=]+=)/);
}
