import {
  checkHeaderValue,
  followVariables,
  readToken,
  secret,
} from "./credentials.js";
import type { CredentialFactory } from "./credentials.js";

/** A token, sent unchanged. https://www.rfc-editor.org/rfc/rfc6750#section-2.1 */
export function bearer(options: {
  /** Variable with the token. */
  readonly variable: string;
  /** Authentication scheme in the header. Default: `Bearer`. */
  readonly scheme?: string;
}): CredentialFactory {
  const { scheme = "Bearer", variable } = options;
  return followVariables([variable], (context) => {
    const { notice, token } = readToken(variable, context, scheme);
    checkHeaderValue(variable, token);
    const credential = secret(variable, [token], (request) => {
      request.headers["authorization"] = `${scheme} ${token}`;
    });
    return { ...credential, notice };
  });
}
