import { followVariables, readVariable, secret } from "./credentials.js";
import type { CredentialFactory } from "./credentials.js";

/** User name and password; the password may be empty. https://www.rfc-editor.org/rfc/rfc7617 */
export function basic(options: {
  /** Variable with the user name. */
  readonly username: string;
  /** Variable with the password. */
  readonly password: string;
}): CredentialFactory {
  const variables = [options.username, options.password];
  return followVariables(variables, (context) => {
    const username = readVariable(options.username, context);
    const password = readVariable(options.password, context);
    const pair = Buffer.from(`${username}:${password}`).toString("base64");
    const missingVariables = variables.filter(
      (variable) => readVariable(variable, context) === "",
    );
    return secret(missingVariables, [username && pair, password], (request) => {
      request.headers["authorization"] = `Basic ${pair}`;
    });
  });
}
