import { readFile } from "node:fs/promises";
import { CallError } from "../call/errors.js";
import { once } from "../once.js";
import type { Credential, HttpRequest } from "../types.js";

type Env = NodeJS.ProcessEnv;

/** A key in a header, the query or a cookie. */
export function apiKey(options: {
  readonly in: "header" | "query" | "cookie";
  readonly name: string;
  /** Variable with the key. */
  readonly variable: string;
  readonly env: Env;
}): Credential {
  const { env, name, variable } = options;
  const key = valueOf(variable, env);
  return secret(variable, [key], (request) => {
    const { headers } = request;
    switch (options.in) {
      case "header":
        headers[name.toLowerCase()] = key;
        return;
      case "query":
        request.url += `${request.url.includes("?") ? "&" : "?"}${encodeURIComponent(name)}=${encodeURIComponent(key)}`;
        return;
      case "cookie":
        headers["cookie"] = [headers["cookie"], `${name}=${key}`]
          .filter((pair) => pair !== undefined)
          .join("; ");
    }
  });
}

/** User name and password; the password may be empty. https://www.rfc-editor.org/rfc/rfc7617 */
export function basic(options: {
  /** Variable with the user name. */
  readonly username: string;
  /** Variable with the password. */
  readonly password: string;
  readonly env: Env;
}): Credential {
  const username = valueOf(options.username, options.env);
  const password = valueOf(options.password, options.env);
  const pair = Buffer.from(`${username}:${password}`).toString("base64");
  return secret(options.username, [username && pair, password], (request) => {
    request.headers["authorization"] = `Basic ${pair}`;
  });
}

/** A token, sent as it is. https://www.rfc-editor.org/rfc/rfc6750#section-2.1 */
export function bearer(options: {
  /** Variable with the token. */
  readonly variable: string;
  /** Another word than `Bearer`. */
  readonly scheme?: string;
  readonly env: Env;
}): Credential {
  const { env, scheme = "Bearer", variable } = options;
  const token = valueOf(variable, env);
  return secret(variable, [token], (request) => {
    request.headers["authorization"] = `${scheme} ${token}`;
  });
}

/** A client certificate. The files are read for the first request; those of other credentials go out without it. */
export function mutualTls(options: {
  /** Variable with the certificate's file, in PEM. */
  readonly certificate: string;
  /** Variable with its private key's file, in PEM. */
  readonly key: string;
  /** Variable with the file of the authorities to trust; the well-known ones where it is not set. */
  readonly ca: string;
  readonly env: Env;
}): Credential {
  const { ca, certificate, env, key } = options;
  const read = async (variable: string) => {
    try {
      return await readFile(valueOf(variable, env), "utf8");
    } catch {
      throw new CallError(`the file that ${variable} names can't be read.`);
    }
  };
  const identity = once(async () => ({
    cert: await read(certificate),
    key: await read(key),
    ...(valueOf(ca, env) !== "" && { ca: await read(ca) }),
  }));
  return {
    missing: [certificate, key].filter((name) => valueOf(name, env) === ""),
    secrets: [],
    async apply(request) {
      request.tls = await identity();
    },
  };
}

/** What a variable holds, without the newline that files and shells leave at its end. */
export function valueOf(variable: string, env: Env): string {
  return env[variable]?.trim() ?? "";
}

/** A credential that never changes; without a value for its first secret it is missing. */
function secret(
  variable: string,
  secrets: readonly string[],
  add: (request: HttpRequest) => void,
): Credential {
  return {
    missing: secrets[0] === "" ? [variable] : [],
    secrets: secrets.filter(Boolean),
    async apply(request) {
      add(request);
    },
  };
}
