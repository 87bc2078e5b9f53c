import {
  checkHeaderValue,
  followVariables,
  readVariable,
  secret,
} from "./credentials.js";
import type { CredentialFactory } from "./credentials.js";

/** A key in a header, the query or a cookie. */
export function apiKey(options: {
  readonly in: "header" | "query" | "cookie";
  readonly name: string;
  /** Variable with the key. */
  readonly variable: string;
}): CredentialFactory {
  const { name, variable } = options;
  return followVariables([variable], (context) => {
    const key = readVariable(variable, context);
    if (options.in !== "query") checkHeaderValue(variable, key, options.in);
    const credential = secret(variable, [key], (request) => {
      const { headers } = request;
      switch (options.in) {
        case "header":
          headers[name.toLowerCase()] = key;
          return;
        case "query": {
          const url = new URL(request.url);
          if (url.searchParams.has(name)) {
            url.searchParams.set(name, key); // replaces the key of an argument
            request.url = url.href;
          } else
            request.url += `${request.url.includes("?") ? "&" : "?"}${encodeURIComponent(name)}=${encodeURIComponent(key)}`;
          return;
        }
        case "cookie":
          headers["cookie"] = [
            ...(headers["cookie"]?.split("; ") ?? []).filter(
              (pair) => !pair.startsWith(`${name}=`),
            ),
            `${name}=${key}`,
          ].join("; ");
      }
    });
    return options.in === "header"
      ? { ...credential, header: name.toLowerCase() }
      : credential;
  });
}
