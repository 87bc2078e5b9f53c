import type { IncomingMessage } from "node:http";
import type { Auth, Principal } from "./auth.js";
import type { HttpError } from "./exchange.js";
import { valueAt } from "../pointer.js";
import type { ToolScopes } from "../server/tools.js";

/** Who sent a request, or the refusal to answer. */
export async function authenticate(
  { headers: { authorization = "" } }: IncomingMessage,
  auth: Auth,
): Promise<Principal | HttpError> {
  const [, token] = /^Bearer +([\w.~+/-]+=*) *$/i.exec(authorization) ?? [];
  if (token === undefined)
    return {
      status: 401,
      message: "A bearer token is needed.",
      headers: { "www-authenticate": challenge(auth, auth.scopes) },
    };
  const principal = await auth.verify(token);
  if (principal === undefined)
    return {
      status: 401,
      message: "The token is not valid.",
      headers: {
        "www-authenticate": challenge(auth, auth.scopes, "invalid_token"),
      },
    };
  return auth.scopes.every((scope) => principal.scopes.includes(scope))
    ? principal
    : insufficientScope(auth, auth.scopes);
}

/** The refusal of a message that calls a tool whose scopes its sender's token does not have. */
export function refuseCall(
  message: unknown,
  principal: Principal,
  { auth, ofTools }: { readonly auth: Auth; readonly ofTools: ToolScopes },
): HttpError | undefined {
  const lacking = [message]
    .flat()
    .filter((one) => valueAt(one, "/method") === "tools/call")
    .map((one) => valueAt(one, "/params/name"))
    .flatMap((name) => (typeof name === "string" && ofTools.get(name)) || [])
    .filter((scope) => !principal.scopes.includes(scope));
  return lacking.length > 0
    ? insufficientScope(auth, [...new Set(lacking)])
    : undefined;
}

/** The refusal of a token that allows too little. */
function insufficientScope(auth: Auth, scopes: readonly string[]): HttpError {
  return {
    status: 403,
    message: `The token needs the scope ${scopes.join(" and ")}.`,
    headers: {
      "www-authenticate": challenge(auth, scopes, "insufficient_scope"),
    },
  };
}

/** The metadata document, with the scopes that single tools need besides. https://www.rfc-editor.org/rfc/rfc9728#section-2 */
export function withScopes(
  metadata: Auth["metadata"] & object,
  ofTools: ToolScopes,
): Auth["metadata"] & object {
  const scopes = [
    ...metadata.scopes_supported,
    ...[...ofTools.values()].flat(),
  ];
  return { ...metadata, scopes_supported: [...new Set(scopes)] };
}

/** Paths of the metadata document; clients try both. https://www.rfc-editor.org/rfc/rfc9728#section-3.1 */
export function metadataPaths({ metadata }: Auth): string[] {
  return metadata
    ? [WELL_KNOWN, new URL(metadataUrl(metadata.resource)).pathname]
    : [];
}

const WELL_KNOWN = "/.well-known/oauth-protected-resource";

function metadataUrl(resource: string): string {
  const { origin, pathname } = new URL(resource);
  return `${origin}${WELL_KNOWN}${pathname === "/" ? "" : pathname}`;
}

/** https://www.rfc-editor.org/rfc/rfc6750#section-3 and https://www.rfc-editor.org/rfc/rfc9728#section-5.1 */
function challenge(
  { metadata }: Auth,
  scopes: readonly string[],
  error?: string,
): string {
  const parameters = [
    error && `error="${error}"`,
    scopes.length > 0 && `scope="${scopes.join(" ")}"`,
    metadata && `resource_metadata="${metadataUrl(metadata.resource)}"`,
  ].filter(Boolean);
  return ["Bearer", parameters.join(", ")].filter(Boolean).join(" ");
}
