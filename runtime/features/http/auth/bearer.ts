import { collectTools } from "../../../index.js";
import type {
  IncomingRequest,
  Log,
  Principal,
  ServerContext,
  ServerDefinition,
} from "../../../index.js";
import { readBearer, httpError } from "../http.js";

/** Authenticates callers over HTTP by bearer tokens. */
export interface BearerOptions {
  /**
   * Returns the owner of a token; undefined if the token is invalid, with the reason in the log. Rejects with an
   * `UnavailableError` if that can't be determined for a while.
   */
  verify(token: string, log: Log): Promise<Principal | undefined>;
  /** Scopes that every caller needs. */
  readonly scopes: readonly string[];
  /**
   * Metadata that shows callers where to get tokens; without it they have to know.
   * https://www.rfc-editor.org/rfc/rfc9728#section-2
   */
  readonly metadata?: {
    /** The URL of this server's endpoint, as callers know it. */
    readonly resource: string;
    readonly authorization_servers: readonly string[];
    /** Supported scopes; the scopes of components are added. */
    readonly scopes_supported: readonly string[];
    readonly bearer_methods_supported: readonly ["header"];
  };
}

/** The failure to verify any token for a while. Callers see the message; `reason` is for the log. */
export class UnavailableError extends Error {
  override name = "UnavailableError";
  readonly reason: string;
  constructor(message: string, reason: string) {
    super(message);
    this.reason = reason;
  }
}

/** Text of `problems` as long as no token can be verified. */
const PROBLEM = "auth: tokens can't be verified";
/** Seconds after which a caller may try again. */
const RETRY_SECONDS = "10";

/** Authenticates callers with a valid bearer token, and refuses calls beyond its scopes. */
export function bearerAuthenticator(
  auth: BearerOptions,
): NonNullable<ServerDefinition["auth"]> {
  return (service, log) => {
    const tools = collectTools(service.entries);
    const componentScopes = service.entries.flatMap(
      ({ component }) => component.scopes ?? [],
    );
    const documents = listMetadataPaths(auth);
    const metadata = auth.metadata && {
      ...auth.metadata,
      scopes_supported: [
        ...new Set([...auth.metadata.scopes_supported, ...componentScopes]),
      ],
    };
    const verify = createVerifier(auth, service.context, log);
    return {
      documents,
      async authenticate(request) {
        const { pathname } = new URL(request.url);
        return documents.includes(pathname)
          ? Response.json(metadata)
          : authenticate(request, auth, verify);
      },
      refuse(message, principal) {
        const missing = [message]
          .flat()
          .flatMap((request) => tools.get(readToolName(request)) ?? [])
          .flatMap(({ component: { scopes = [] } }) => scopes)
          .filter((scope) => !principal.scopes.includes(scope));
        return missing.length > 0
          ? createScopeError(auth, [...new Set(missing)])
          : undefined;
      },
    };
  };
}

/** Reads the name of the tool that a message calls. */
function readToolName(message: unknown): string {
  const { method, params } = Object(message) as Record<string, unknown>;
  const { name } = Object(params) as { name?: unknown };
  return method === "tools/call" && typeof name === "string" ? name : "";
}

type Verifier = (token: string) => Promise<Principal | Response | undefined>;

/**
 * Returns a function that verifies a token, with a 503 if that is not possible now. The first of these is logged, and
 * readiness names the problem until a token is valid.
 */
function createVerifier(
  auth: BearerOptions,
  { problems }: Pick<ServerContext, "problems">,
  log: Log,
): Verifier {
  return async (token) => {
    try {
      const principal = await auth.verify(token, log);
      if (principal && problems.delete(PROBLEM))
        log.info("auth", { message: "Tokens are verified again." });
      return principal;
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error;
      const { message, reason } = error;
      if (!problems.has(PROBLEM)) log.error("auth", { message, reason });
      problems.add(PROBLEM);
      return httpError(503, `${message} Try again in a minute.`, {
        headers: { "retry-after": RETRY_SECONDS },
      });
    }
  };
}

async function authenticate(
  { headers }: IncomingRequest,
  auth: BearerOptions,
  verify: Verifier,
): Promise<Principal | Response> {
  const refuse = (message: string, error?: string) =>
    httpError(401, message, {
      headers: {
        "www-authenticate": formatChallenge(auth, auth.scopes, error),
      },
    });
  const token = readBearer(headers);
  if (token === undefined) return refuse("A bearer token is required.");
  const principal = await verify(token);
  if (principal instanceof Response) return principal;
  if (principal === undefined)
    return refuse("The token is invalid.", "invalid_token");
  return auth.scopes.every((scope) => principal.scopes.includes(scope))
    ? principal
    : createScopeError(auth, auth.scopes);
}

/** Creates the response for a token with too few scopes. */
function createScopeError(
  auth: BearerOptions,
  scopes: readonly string[],
): Response {
  const message = `The token needs the scope ${scopes.join(" and ")}.`;
  return httpError(403, message, {
    headers: {
      "www-authenticate": formatChallenge(auth, scopes, "insufficient_scope"),
    },
  });
}

const WELL_KNOWN = "/.well-known/oauth-protected-resource";

/** Paths of the metadata document; clients try both. https://www.rfc-editor.org/rfc/rfc9728#section-3.1 */
function listMetadataPaths({ metadata }: BearerOptions): string[] {
  return metadata
    ? [WELL_KNOWN, new URL(toMetadataUrl(metadata.resource)).pathname]
    : [];
}

function toMetadataUrl(resource: string): string {
  const { origin, pathname } = new URL(resource);
  return `${origin}${WELL_KNOWN}${pathname === "/" ? "" : pathname}`;
}

/** https://www.rfc-editor.org/rfc/rfc6750#section-3 and https://www.rfc-editor.org/rfc/rfc9728#section-5.1 */
function formatChallenge(
  { metadata }: BearerOptions,
  scopes: readonly string[],
  error?: string,
): string {
  const parameters = [
    error && `error="${error}"`,
    scopes.length > 0 && `scope="${scopes.join(" ")}"`,
    metadata && `resource_metadata="${toMetadataUrl(metadata.resource)}"`,
  ].filter(Boolean);
  return ["Bearer", parameters.join(", ")].filter(Boolean).join(" ");
}
