import { createHash } from "node:crypto";
import { CallError } from "../../../index.js";
import type { ServerContext } from "../../../index.js";
import { getCallerToken } from "../../http/auth/caller-token.js";
import type { CallerToken } from "../../http/auth/caller-token.js";
import { followVariables, readVariable } from "../credentials.js";
import type { Credential, CredentialFactory } from "../credentials.js";
import { createRedactor } from "../../observe/redact.js";
import { checkLoginPage, toLoginError } from "./login-page.js";
import type { LoginPageOptions } from "./login-page.js";
import { keepToken, requestToken, toOrigin } from "./tokens.js";
import type { TokenEndpoint } from "./tokens.js";

/** Options for exchanging a caller's token for a token of the API. */
export interface OnBehalfOfOptions extends TokenEndpoint {
  /** Name of the API at the authorization server. */
  readonly audience?: string;
  /**
   * Grant by which the authorization server exchanges tokens. `token-exchange` (default): RFC 8693. `jwt-bearer`: RFC
   * 7523, as Entra does.
   */
  readonly grant?: Grant;
  /** Scopes to request. Default: the authorization server's choice. */
  readonly scopes?: readonly string[];
  /** Further fields of the token request, such as `resource`, which replace those of the grant. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Pages to tell the user of if the exchange needs them. Default: none, so that the error says only what is needed. */
  readonly loginPage?: LoginPageOptions;
  /** Variable with this server's id as a client of the authorization server. */
  readonly clientId: string;
  /** Variable with the secret of this client. */
  readonly clientSecret: string;
}

/** Fields of the token request by grant, and the field with the caller's token. */
const GRANTS = {
  "token-exchange": {
    tokenField: "subject_token",
    fields: {
      grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
      subject_token_type: "urn:ietf:params:oauth:token-type:access_token",
      requested_token_type: "urn:ietf:params:oauth:token-type:access_token",
    },
  },
  "jwt-bearer": {
    tokenField: "assertion",
    fields: { grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer" },
  },
} as const;

type Grant = keyof typeof GRANTS;

/** Maximum number of callers whose tokens are kept; the caller that called longest ago is dropped first. */
const MAX_CALLERS = 1000;

/**
 * A credential that acts as the caller: the verified access token of the caller is exchanged for a token of the API,
 * which is kept until one of them expires. Needs `perCaller()` as `forCaller`, and `jwt()` as `auth`.
 * https://www.rfc-editor.org/rfc/rfc8693 and https://www.rfc-editor.org/rfc/rfc7523
 */
export function onBehalfOf(options: OnBehalfOfOptions): CredentialFactory {
  if (options.loginPage) checkLoginPage(options.loginPage);
  return followVariables([options.clientId, options.clientSecret], (context) =>
    createCredential(options, context),
  );
}

function createCredential(
  options: OnBehalfOfOptions,
  context: ServerContext,
): Credential {
  const { audience, clientId, clientSecret, loginPage, scopes = [] } = options;
  const { fields, tokenField } = GRANTS[options.grant ?? "token-exchange"];
  const id = readVariable(clientId, context);
  const secret = readVariable(clientSecret, context);
  const grant = {
    ...fields,
    ...(audience !== undefined && { audience }),
    ...(scopes.length > 0 && { scope: scopes.join(" ") }),
    ...options.parameters,
  };
  /** Exchanged tokens by digest of the caller's token, the most recently used at the end. */
  const tokensByCaller = new Map<
    string,
    { credential: Credential; end: number }
  >();

  /** Creates the credential of one caller. Replicas share its token until the caller's ends. */
  function exchangeToken(callerToken: string, end: number): Credential {
    const { tokenUrl } = options;
    const keeper = context.createTokenKeeper?.({
      variable: clientId,
      origin: toOrigin(tokenUrl),
    });
    const credential = keepToken((transport) => {
      const redact = createRedactor(() => [callerToken, secret]);
      const request = () =>
        requestToken(
          { ...options, id, secret },
          { ...grant, [tokenField]: callerToken },
          transport,
        ).catch((error: unknown) => {
          throw toLoginError(error, loginPage, redact);
        });
      const identity = [tokenUrl, id, JSON.stringify(grant), callerToken];
      const maxSeconds = (end - Date.now()) / 1000;
      return keeper?.cache({ identity, maxSeconds }, request) ?? request();
    });
    return {
      ...credential,
      get secrets() {
        return credential.secrets;
      },
      renew(rejected) {
        const { authorization = "" } = rejected.headers;
        keeper?.reject(authorization.replace(/^Bearer /, ""));
        return credential.renew?.(rejected) === true;
      },
    };
  }

  function selectCredential({ end, token }: CallerToken): Credential {
    const key = createHash("sha256").update(token).digest("base64");
    const exchangedToken = tokensByCaller.get(key) ?? {
      end,
      credential: exchangeToken(token, end),
    };
    tokensByCaller.delete(key);
    const currentTime = Date.now();
    for (const [otherKey, otherToken] of tokensByCaller)
      if (otherToken.end <= currentTime || tokensByCaller.size >= MAX_CALLERS)
        tokensByCaller.delete(otherKey);
    tokensByCaller.set(key, exchangedToken);
    return exchangedToken.credential;
  }

  const serverCredential: Credential = {
    missing: [clientId, clientSecret].filter(
      (name) => !readVariable(name, context),
    ),
    secrets: [secret].filter(Boolean),
    account: "caller",
    async apply() {
      throw new CallError(
        "the caller's access token is needed, and the caller sent none that could be verified. This works only over HTTP. This server's owner must set `auth: jwt()` in server.ts and `forCaller: perCaller()` in client.ts.",
      );
    },
  };
  return {
    ...serverCredential,
    forCaller(_headers, principal) {
      const callerToken = getCallerToken(principal);
      if (!callerToken) return serverCredential;
      const callerCredential = selectCredential(callerToken);
      return {
        ...callerCredential,
        account: "caller",
        missing: serverCredential.missing,
        get secrets() {
          return [
            callerToken.token,
            ...serverCredential.secrets,
            ...callerCredential.secrets,
          ];
        },
      };
    },
  };
}
