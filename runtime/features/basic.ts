import { secret, readVariable } from "./credentials.js";
import type { Credential } from "./credentials.js";

/** User name and password; the password may be empty. https://www.rfc-editor.org/rfc/rfc7617 */
export function basic(options: {
  /** Variable with the user name. */
  readonly username: string;
  /** Variable with the password. */
  readonly password: string;
  readonly env: NodeJS.ProcessEnv;
}): Credential {
  const username = readVariable(options.username, options.env);
  const password = readVariable(options.password, options.env);
  const pair = Buffer.from(`${username}:${password}`).toString("base64");
  const missingVariables = [options.username, options.password].filter(
    (variable) => readVariable(variable, options.env) === "",
  );
  return secret(missingVariables, [username && pair, password], (request) => {
    request.headers["authorization"] = `Basic ${pair}`;
  });
}
