import type { Client } from "../client.js";
import { chooseCredentials } from "../credentials/choice.js";
import { CallError } from "./errors.js";
import { pause } from "./limit.js";
import { discard, whileWanted } from "../answer/read.js";
import { redirectOf, retryDelay } from "./repeat.js";
import type { HttpRequest, HttpResponse, RequestRecipe } from "../types.js";

const maxRedirects = 5;

/** The last answer to a request, and where it leads if it is a redirect that was not followed. */
export interface Exchanged {
  readonly response: HttpResponse;
  readonly location: string | undefined;
}

/**
 * Sends a request until there is an answer to give: with credentials, once more after a 401 that new ones may
 * cure, along redirects within the host, and again where the client retries.
 */
export async function exchange(
  request: HttpRequest,
  context: {
    readonly client: Client;
    readonly security: RequestRecipe["security"];
    readonly signal: AbortSignal;
  },
): Promise<Exchanged> {
  const { client, signal } = context;
  const { transport } = client;
  const credentials = chooseCredentials(context.security, client.credentials);
  let current = request;
  let renewed = false;
  let redirects = 0;
  let retries = 0;
  for (;;) {
    const sent = { ...current, headers: { ...current.headers } };
    for (const credential of credentials) {
      await credential.apply(sent, { signal, transport });
    }
    await client.onRequest?.(sent);
    const response = await transport(sent, signal);
    await client.onResponse?.(response, sent);

    if (response.status === 401 && !renewed) {
      renewed = true;
      if (credentials.map((each) => each.renew?.(sent)).includes(true)) {
        await discard(whileWanted(response.body, signal));
        continue;
      }
    }
    const redirect = redirectOf(current, response);
    if (redirect?.sameHost && client.followRedirects) {
      await discard(whileWanted(response.body, signal));
      redirects += 1;
      if (redirects > maxRedirects) {
        throw new CallError(
          `redirected more than ${String(maxRedirects)} times. Check this server's base URL.`,
        );
      }
      current = redirect.request;
      continue;
    }
    const delay = retryDelay(current.method, response, retries);
    if (delay !== undefined && retries < client.retries) {
      await discard(whileWanted(response.body, signal));
      retries += 1;
      await pause(delay, signal);
      continue;
    }
    return { response, location: redirect?.request.url };
  }
}
