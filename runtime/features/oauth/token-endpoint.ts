import { CallError, readBytes } from "../../index.js";
import type { Headers, HttpRequest, Transport } from "../../index.js";

const MAX_BYTES = 256 * 1024;
const SECONDS = 30;

/** Fields of a JSON object, as an authorization server gives them. */
export type Fields = Readonly<Record<string, unknown>>;

/** Reads a document of an authorization server. Throws a `CallError` that says what it answered, not in its words. */
export function getJson(url: string, transport: Transport): Promise<Fields> {
  const headers = { accept: "application/json" };
  return exchange({ method: "GET", url, headers, body: undefined }, transport);
}

/** Asks a token endpoint. https://www.rfc-editor.org/rfc/rfc6749#section-3.2 */
export function postForm(
  url: string,
  form: { readonly fields: Headers; readonly headers: Headers },
  transport: Transport,
): Promise<Fields> {
  const headers = {
    accept: "application/json",
    "content-type": "application/x-www-form-urlencoded",
    ...form.headers,
  };
  const body = Buffer.from(new URLSearchParams(form.fields).toString());
  return exchange({ method: "POST", url, headers, body }, transport);
}

async function exchange(
  request: HttpRequest,
  transport: Transport,
): Promise<Fields> {
  if (!URL.canParse(request.url))
    throw new CallError(
      "no access token: its URL is not absolute. Give it in client.ts.",
    );
  const { host } = new URL(request.url);
  const { fields, status } = await send(request, transport).catch(
    (cause: unknown) => {
      throw new CallError(`no access token: ${host} gave no answer.`, {
        cause,
      });
    },
  );
  if (status === 200 && fields) return fields;
  // https://www.rfc-editor.org/rfc/rfc6749#section-5.2
  const code = fields?.["error"];
  const reason =
    typeof code === "string" && /^\w{1,40}$/.test(code) ? ` (${code})` : "";
  throw new CallError(`no access token: ${host} answered ${status}${reason}.`);
}

async function send(request: HttpRequest, transport: Transport) {
  const signal = AbortSignal.timeout(SECONDS * 1000);
  const response = await transport(request, signal);
  const { bytes } = await readBytes(response.body, MAX_BYTES);
  return { status: response.status, fields: parseObject(bytes) };
}

function parseObject(bytes: Uint8Array): Fields | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof value === "object" && value !== null
      ? { ...value }
      : undefined;
  } catch {
    return undefined;
  }
}
