import type { HttpRequest, HttpResponse } from "../types.js";

/**
 * Hooks of a client that keep the API's cookies and send them back, for each host its own. There is one jar for
 * all callers of this server. Paths and ends of cookies are not kept: an API that ends one says so.
 * https://www.rfc-editor.org/rfc/rfc6265#section-5.3
 */
export function cookieJar() {
  const jars = new Map<string, Map<string, string>>();

  return {
    onRequest: (request: HttpRequest): void => {
      const kept = jars.get(new URL(request.url).host) ?? [];
      const cookies = [...kept].map(([name, value]) => `${name}=${value}`);
      const all = [request.headers["cookie"], ...cookies].filter(Boolean);
      if (all.length > 0) request.headers["cookie"] = all.join("; ");
    },
    onResponse: ({ headers }: HttpResponse, { url }: HttpRequest): void => {
      const { host } = new URL(url);
      const jar = jars.get(host) ?? new Map<string, string>();
      jars.set(host, jar);
      for (const cookie of split(headers["set-cookie"])) {
        const [, name = "", value = ""] =
          /^([^=;]+)=([^;]*)/.exec(cookie) ?? [];
        if (name === "") continue;
        if (hasEnded(cookie)) jar.delete(name);
        else jar.set(name, value);
      }
    },
  };
}

/** Several are joined by commas, and a date holds one too. */
function split(header = ""): string[] {
  return header.split(/,(?=\s*[^\s;,=]+=)/).map((cookie) => cookie.trim());
}

/** https://www.rfc-editor.org/rfc/rfc6265#section-5.3 */
function hasEnded(cookie: string): boolean {
  const age = /;\s*max-age=(-?\d+)/i.exec(cookie)?.[1];
  if (age !== undefined) return Number(age) <= 0;
  const end = /;\s*expires=([^;]+)/i.exec(cookie)?.[1];
  return end !== undefined && Date.parse(end) <= Date.now();
}
