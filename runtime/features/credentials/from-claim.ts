import { getOwn, isHeaderText } from "../../index.js";
import type { Principal } from "../../index.js";
import { getCallerToken } from "../http/auth/caller-token.js";
import type { CredentialFactory } from "./credentials.js";
import {
  createOwnCredential,
  createRefusal,
  refuseUnassigned,
} from "./own-credential.js";

/** Maximum length of a key in a claim, in characters. */
const MAX_LENGTH = 8192;

/** Claims that every token has for other uses, so that none of them is a key. */
const KNOWN_CLAIMS = new Set(
  "iss sub aud exp nbf iat jti azp client_id scope scp roles".split(" "),
);

/**
 * A credential that is a claim of each caller's verified access token: `fromClaim("backend_api_key", (variable) =>
 * bearer({ variable }))`. Needs `perCaller()` as `forCaller`, and `jwt()` as `auth`. A token is signed, not encrypted, so
 * anyone who holds it can read the key.
 */
export function fromClaim(
  claim: string,
  createCredential: (variable: string) => CredentialFactory,
): CredentialFactory {
  if (KNOWN_CLAIMS.has(claim))
    throw new Error(
      `fromClaim: ${claim} is not a key. Name the claim into which the authorization server writes each caller's key.`,
    );
  const place = `the claim ${claim} of the caller's access token`;
  const create = createCredential(place);
  const readClaim = (principal: Principal | undefined) =>
    getOwn(getCallerToken(principal)?.claims, claim) ?? undefined;
  return (context) => {
    context.authNeeds.add({
      kind: "claims",
      reason: `A credential of the API is ${place}, so this server needs callers' access tokens. Generate with --auth jwt, which writes auth: jwt() into server.ts.`,
    });
    const createOwn = (value: string | undefined) =>
      createOwnCredential(place, value, create, context);
    return {
      ...refuseUnassigned(createOwn(undefined)),
      missing: [], // the callers that will have it are unknown at the start
      forCaller(_headers, principal) {
        const value = readClaim(principal);
        if (value === undefined) return createOwn(undefined);
        if (typeof value !== "string")
          return createRefusal(`${place} is not text`);
        const problem = findProblem(value);
        return problem === undefined
          ? createOwn(value)
          : createRefusal(`${place} ${problem}`, value);
      },
    };
  };
}

/** Finds why a claim can't be sent unchanged; undefined if it can. The text has nothing of the value. */
function findProblem(value: string): string | undefined {
  if (value.length > MAX_LENGTH)
    return `has more than ${MAX_LENGTH} characters`;
  if (!isHeaderText(value))
    return "has a line break or another character that a header can't hold";
  return value.trim() === value ? undefined : "begins or ends with a blank";
}
