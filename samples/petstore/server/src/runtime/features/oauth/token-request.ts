import { CallError } from "../../index.js";
import type { Headers, Transport } from "../../index.js";
import type { FetchedToken } from "./fetched-token.js";
import { postForm } from "./token-endpoint.js";

/** Where tokens are asked for, and how the client names itself there. */
export interface Endpoint {
  readonly tokenUrl: string;
  /** Where the client's id and secret go in the token request. Default: `header`. */
  readonly authentication?: "header" | "body";
}

/** Asks for a token as a client that has an id and, as a rule, a secret. `rotated` is the next refresh token. */
export async function askForToken(
  client: Endpoint & { readonly id: string; readonly secret: string },
  grant: Headers,
  transport: Transport,
): Promise<FetchedToken & { readonly rotated?: string }> {
  const { authentication = "header", id, secret, tokenUrl } = client;
  const inHeader = authentication === "header" && secret !== "";
  const fields = {
    ...grant,
    ...(!inHeader && { client_id: id }),
    ...(!inHeader && secret && { client_secret: secret }),
  };
  const headers = inHeader ? basicHeader(id, secret) : {};
  const answer = await postForm(tokenUrl, { headers, fields }, transport);
  const { access_token: token, refresh_token: rotated } = answer;
  if (typeof token !== "string")
    throw new CallError("no access token: the answer holds none.");
  const seconds = Number(answer["expires_in"]); // by some servers as text
  return {
    token,
    ...(seconds > 0 && { seconds }),
    ...(typeof rotated === "string" && { rotated }),
  };
}

/** Both are form-encoded first: https://www.rfc-editor.org/rfc/rfc6749#section-2.3.1 */
function basicHeader(id: string, secret: string): Headers {
  const pair = [id, secret]
    .map((text) => new URLSearchParams([["", text]]).toString().slice(1))
    .join(":");
  return { authorization: `Basic ${Buffer.from(pair).toString("base64")}` };
}
