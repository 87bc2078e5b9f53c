// Runtime of this MCP server, written by toolwright. You may edit this file: regeneration merges your edits.
import { raceAbort, CallError, isSchema, readBytes } from "../../index.js";
import type { Args, Headers, Transport } from "../../index.js";
import type { Credential } from "../credentials.js";

/** A token, and the seconds it lives, where that is known. */
export interface FetchedToken {
  readonly token: string;
  readonly seconds?: number;
}

/** Seconds before its end from which a token is used no more, and for which an answer is waited for; tokens that are kept out of text. */
const MARGIN = 60;
const PATIENCE = 30;
const RECENT = 4;

/**
 * A bearer token that is got in a way of your own: kept until shortly before it ends, and got anew after a 401.
 * Requests that need one meanwhile wait for the same. `fetch` is given what sends requests to the API.
 */
export function fetchedToken(
  fetch: (transport: Transport) => Promise<FetchedToken>,
): Credential {
  let current: { readonly token: string; readonly end: number } | undefined;
  let pending: Promise<string> | undefined;
  let recent: readonly string[] = [];

  async function fetchOne(transport: Transport): Promise<string> {
    try {
      const { seconds = Infinity, token } = await fetch(transport);
      const lifetime = seconds - Math.min(MARGIN, seconds / 10);
      current = { token, end: Date.now() + lifetime * 1000 };
      recent = [token, ...recent].slice(0, RECENT);
      return token;
    } finally {
      pending = undefined;
    }
  }

  return {
    missing: [],
    get secrets() {
      return recent;
    },
    async apply(request, { signal, transport }) {
      if (current && Date.now() >= current.end) current = undefined;
      // A caller's signal ends its own waiting, not the fetch that others wait for.
      const token =
        current?.token ??
        (await raceAbort((pending ??= fetchOne(transport)), signal));
      request.headers["authorization"] = `Bearer ${token}`;
    },
    renew({ headers }) {
      if (headers["authorization"] === `Bearer ${current?.token}`)
        current = undefined;
      return true;
    },
  };
}

/** Where tokens are asked for, and how the client names itself there. */
export interface TokenEndpoint {
  readonly tokenUrl: string;
  /** Where the client's id and secret go in the token request. Default: `header`. */
  readonly authentication?: "header" | "body";
}

/** Asks for a token as a client that has an id and, as a rule, a secret. `rotated` is the next refresh token. */
export async function requestToken(
  client: TokenEndpoint & { readonly id: string; readonly secret: string },
  grant: Headers,
  transport: Transport,
): Promise<FetchedToken & { readonly rotated?: string }> {
  const { authentication = "header", id, secret, tokenUrl } = client;
  const isBasic = authentication === "header" && secret !== "";
  const form = new URLSearchParams({
    ...grant,
    ...(!isBasic && { client_id: id }),
  });
  if (!isBasic && secret) form.set("client_secret", secret);
  // Both are form-encoded first: https://www.rfc-editor.org/rfc/rfc6749#section-2.3.1
  const encoded = new URLSearchParams([
    ["", id],
    ["", secret],
  ]).toString();
  const pair = encoded.slice(1).replace("&=", ":");
  const basic = `Basic ${Buffer.from(pair).toString("base64")}`;
  const answer = await getJson(tokenUrl, transport, {
    body: Buffer.from(form.toString()),
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      ...(isBasic && { authorization: basic }),
    },
  });
  const { access_token: token, refresh_token: rotated } = answer;
  if (typeof token !== "string")
    throw new CallError("no access token: the answer holds none.");
  const seconds = parseSeconds(answer["expires_in"]);
  return {
    token,
    ...(seconds > 0 && { seconds }),
    ...(typeof rotated === "string" && { rotated }),
  };
}

/** A number of seconds, which some servers give as a text; else NaN. */
export function parseSeconds(value: unknown): number {
  return /^(number|string)$/.test(typeof value) ? Number(value) : NaN;
}

/** Asks an authorization server. Throws a `CallError` that says what it answered, not in its words. https://www.rfc-editor.org/rfc/rfc6749#section-5.2 */
export async function getJson(
  url: string,
  transport: Transport,
  { body, headers = {} }: { body?: Uint8Array; headers?: Headers } = {},
): Promise<Args> {
  if (!URL.canParse(url))
    throw new CallError(
      "no access token: its URL is not absolute. Give it in client.ts.",
    );
  const { host } = new URL(url);
  const method = body ? "POST" : "GET";
  const accept = { accept: "application/json", ...headers };
  const request = { method, url, headers: accept, body };
  const signal = AbortSignal.timeout(PATIENCE * 1000);
  const ask = async () => {
    const response = await transport(request, signal);
    const { bytes } = await readBytes(response.body, 256 * 1024);
    return { status: response.status, fields: fieldsOf(bytes.toString()) };
  };
  const { fields, status } = await ask().catch((cause: unknown) => {
    throw new CallError(`no access token: ${host} gave no answer.`, { cause });
  });
  if (status === 200 && fields) return fields;
  const { error } = fields ?? {};
  const isCode = typeof error === "string" && /^\w{1,40}$/.test(error);
  const reason = isCode ? `${status} (${error})` : status;
  throw new CallError(`no access token: ${host} answered ${reason}.`);
}

function fieldsOf(text: string): Args | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isSchema(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
