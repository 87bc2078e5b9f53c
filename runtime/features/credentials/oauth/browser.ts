import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { Headers } from "../../../index.js";

/** Time for a user to log in, in seconds. */
const LOGIN_TIMEOUT_SECONDS = 600;

/** An authorization request, and the server that has to respond to it. */
export interface AuthorizationRequest {
  readonly authorizationUrl: string;
  /** Issuer that has to respond; empty if it is unknown. */
  readonly issuer: string;
  /** True if the issuer has promised to name itself in its response. */
  readonly isIssuerPromised: boolean;
  readonly scope: string;
  readonly id: string;
  readonly tell: (text: string) => void;
}

/**
 * Sends a user to a page, waits until the browser returns to this machine, and returns the fields of the token
 * request. https://www.rfc-editor.org/rfc/rfc8252#section-7.3, with PKCE: https://www.rfc-editor.org/rfc/rfc7636
 */
export async function authorizeByBrowser(
  request: AuthorizationRequest,
  port: number,
): Promise<Headers> {
  const server = createServer();
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const actualPort = typeof address === "object" ? address?.port : port;
  const redirect = `http://127.0.0.1:${actualPort}/callback`;
  const [verifier, state] = [createRandom(), createRandom()];
  const page = new URL(request.authorizationUrl);
  const fields = {
    response_type: "code",
    client_id: request.id,
    redirect_uri: redirect,
    ...(request.scope && { scope: request.scope }),
    state,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  };
  for (const [name, value] of Object.entries(fields))
    page.searchParams.set(name, value);
  request.tell(`Open this page and log in:\n\n  ${page.href}\n\n`);
  let timer: NodeJS.Timeout | undefined;
  try {
    const code = await new Promise<string>((resolve, reject) => {
      const expire = () => reject(new Error("The login timed out."));
      timer = setTimeout(expire, LOGIN_TIMEOUT_SECONDS * 1000);
      server.on("request", ({ method, url = "/" }, response) => {
        const path = URL.canParse(url, redirect) ? url : "/";
        const { pathname, searchParams } = new URL(path, redirect);
        const isCallback = method === "GET" && pathname === "/callback";
        // Any page may send a browser to this address; only the authorization server's redirect knows the state.
        if (!isCallback || searchParams.get("state") !== state) {
          response.writeHead(404).end("Not found.");
          return;
        }
        response.setHeader("connection", "close");
        const failure = findFailure(searchParams, request);
        response.end(failure ?? "You are logged in. You can close this page.");
        if (failure === undefined) resolve(searchParams.get("code") ?? "");
        else reject(new Error(failure));
      });
    });
    const grant = { grant_type: "authorization_code", code };
    return { ...grant, redirect_uri: redirect, code_verifier: verifier };
  } finally {
    clearTimeout(timer);
    server.close();
    server.closeIdleConnections();
  }
}

const createRandom = () => randomBytes(32).toString("base64url");

/** https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2.1, https://www.rfc-editor.org/rfc/rfc9207#section-2.4 */
function findFailure(
  parameters: URLSearchParams,
  {
    issuer,
    isIssuerPromised,
  }: Pick<AuthorizationRequest, "issuer" | "isIssuerPromised">,
): string | undefined {
  const responseIssuer = parameters.get("iss");
  if (responseIssuer === null && isIssuerPromised)
    return "The response does not name its issuer, although the authorization server supports that.";
  if (responseIssuer !== null && issuer !== "" && responseIssuer !== issuer)
    return "The response comes from another authorization server.";
  if (parameters.get("code")) return undefined;
  const error = /^\w{1,40}$/.exec(parameters.get("error") ?? "")?.[0];
  return `The authorization server refused the login${error ? ` (${error})` : ""}.`;
}
