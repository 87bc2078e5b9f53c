import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { Headers } from "../../index.js";

/** Seconds that a person has. */
const PATIENCE = 600;

/** What is asked of whom. */
export interface AuthorizationRequest {
  readonly authorizationUrl: string;
  /** Who has to answer; empty where nothing tells it. */
  readonly issuer: string;
  /** It has promised to name itself in its answer. */
  readonly isIssuerPromised: boolean;
  readonly scope: string;
  readonly id: string;
  readonly tell: (text: string) => void;
}

/**
 * Sends a person to a page, waits for them to come back to this machine, and gives what the token is asked for with.
 * https://www.rfc-editor.org/rfc/rfc8252#section-7.3, with PKCE: https://www.rfc-editor.org/rfc/rfc7636
 */
export async function authorizeByBrowser(
  asked: AuthorizationRequest,
  port: number,
): Promise<Headers> {
  const server = createServer();
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const own = typeof address === "object" ? address?.port : port;
  const redirect = `http://127.0.0.1:${own}/callback`;
  const [verifier, state] = [random(), random()];
  const page = new URL(asked.authorizationUrl);
  const fields = {
    response_type: "code",
    client_id: asked.id,
    redirect_uri: redirect,
    ...(asked.scope && { scope: asked.scope }),
    state,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  };
  for (const [name, value] of Object.entries(fields))
    page.searchParams.set(name, value);
  asked.tell(`Open this page, and log in:\n\n  ${page.href}\n\n`);
  let timer: NodeJS.Timeout | undefined;
  try {
    const code = await new Promise<string>((resolve, reject) => {
      const late = () => reject(new Error("Nobody logged in in time."));
      timer = setTimeout(late, PATIENCE * 1000);
      server.on("request", ({ method, url = "/" }, response) => {
        const path = URL.canParse(url, redirect) ? url : "/";
        const { pathname, searchParams } = new URL(path, redirect);
        const isBack = method === "GET" && pathname === "/callback";
        // Any page may send a browser here; only ours knows the state.
        if (!isBack || searchParams.get("state") !== state) {
          response.writeHead(404).end("There is nothing here.");
          return;
        }
        response.setHeader("connection", "close");
        const wrong = mistakeOf(searchParams, asked);
        response.end(wrong ?? "You are logged in. This page can be closed.");
        if (wrong === undefined) resolve(searchParams.get("code") ?? "");
        else reject(new Error(wrong));
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

const random = () => randomBytes(32).toString("base64url");

/** https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2.1, https://www.rfc-editor.org/rfc/rfc9207#section-2.4 */
function mistakeOf(
  said: URLSearchParams,
  {
    issuer,
    isIssuerPromised,
  }: Pick<AuthorizationRequest, "issuer" | "isIssuerPromised">,
): string | undefined {
  const from = said.get("iss");
  if (from === null && isIssuerPromised)
    return "The answer does not name the authorization server, which has promised to.";
  if (from !== null && issuer !== "" && from !== issuer)
    return "Another authorization server has answered.";
  if (said.get("code")) return undefined;
  const error = /^\w{1,40}$/.exec(said.get("error") ?? "")?.[0];
  return `The authorization server refused${error ? ` (${error})` : ""}.`;
}
