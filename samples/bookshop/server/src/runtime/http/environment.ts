import { staticTokens } from "./auth.js";
import type { HttpOptions } from "./http.js";

/**
 * Who may call over HTTP, as far as the environment says: `MCP_TOKENS`, `MCP_ALLOWED_HOSTS` and
 * `MCP_ALLOWED_ORIGINS`, each a list with commas. Throws where a token can be guessed.
 */
export function httpOptionsFrom(
  env: NodeJS.ProcessEnv,
): Pick<HttpOptions, "allowedHosts" | "allowedOrigins" | "auth"> {
  const hosts = listOf(env["MCP_ALLOWED_HOSTS"]);
  const origins = listOf(env["MCP_ALLOWED_ORIGINS"]);
  const tokens = tokensFrom(env);
  return {
    ...(hosts.length > 0 && { allowedHosts: hosts }),
    ...(origins.length > 0 && { allowedOrigins: origins }),
    ...(tokens.length > 0 && { auth: staticTokens(tokens) }),
  };
}

/** The tokens of those who may call. */
export function tokensFrom(env: NodeJS.ProcessEnv): string[] {
  return listOf(env["MCP_TOKENS"]);
}

/** What stands between commas. */
export function listOf(text = ""): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
}
