// Runtime of this MCP server, written by toolwright. You may edit this file: regeneration merges your edits.
import { drain, getOwn } from "../index.js";
import type {
  Component,
  Credentials,
  Headers,
  HttpRequest,
  Log,
  Principal,
  Transport,
} from "../index.js";
import { createRedactor } from "./redact.js";

/** A way to prove who is calling, for one security scheme of the document. */
export interface Credential {
  /** Adds itself to a request. */
  apply(request: HttpRequest, context: CredentialContext): Promise<void>;
  /** Drops what is cached if the request, answered with 401, was sent with it. True: another try is worth it. */
  renew?(rejected: HttpRequest): boolean;
  /** Names of the environment variables that are not set; empty where it can be used. */
  readonly missing: readonly string[];
  /** Values that must never be shown. */
  readonly secrets: readonly string[];
  /** The header that it sets, in lower case. */
  readonly header?: string;
  /** The one of a caller, by the headers of its own request and who it has proved to be. */
  forCaller?(headers: Headers, principal?: Principal): Credential;
}

/** What a credential may need to be got. */
export type CredentialContext = { signal: AbortSignal; transport: Transport };

type ByScheme = Readonly<Record<string, Credential>>;

/** Credentials by name of the security scheme; an operation gets those that it declares. */
export function credentials(byScheme: ByScheme): Credentials {
  const secrets = () => Object.values(byScheme).flatMap((one) => one.secrets);
  return {
    wrapTransport: (transport, security) =>
      proving(choose(security, byScheme).usable, transport),
    missingVariables: (security) => choose(security, byScheme).missing,
    forCaller: (headers, principal) =>
      credentials(
        Object.fromEntries(
          Object.entries(byScheme).map(([scheme, one]) => [
            scheme,
            one.forCaller?.(headers, principal) ?? one,
          ]),
        ),
      ),
    secrets,
    headers: Object.values(byScheme).flatMap(({ header }) => header ?? []),
    redact: createRedactor(secrets),
    warn: (components, log) => warn(components, byScheme, log),
  };
}

/**
 * The credentials of the first alternative that can be used, the empty one last. Where none can, what there is of
 * the most complete one, and what would have to be set: the API may be more open than its document.
 */
function choose(security: Component["security"] = [], configured: ByScheme) {
  const choices = security.map((schemes) => {
    const found = schemes.map((scheme) => getOwn(configured, scheme));
    const missing = schemes.flatMap((scheme, index) => {
      const names = found[index]?.missing ?? ["a credential in client.ts"];
      return names.length > 0 ? [`${names.join(" and ")} for ${scheme}`] : [];
    });
    const usable = found.filter((one) => one && one.missing.length === 0);
    return { usable: usable.filter((one) => one !== undefined), missing };
  });
  const complete = choices.filter(({ missing }) => missing.length === 0);
  const best =
    complete.find(({ usable }) => usable.length > 0) ??
    choices.toSorted((a, b) => a.missing.length - b.missing.length)[0];
  const missing = choices.map((one) => one.missing.join(" and ")).join(", or ");
  const isMissing = complete.length === 0 && choices.length > 0;
  return { usable: best?.usable ?? [], ...(isMissing && { missing }) };
}

/** Adds credentials to each request, and tries once more after a 401 that newer ones may cure. */
function proving(all: readonly Credential[], transport: Transport): Transport {
  return async (request, signal) => {
    const { caller } = request;
    const bare: Transport = (other, until) =>
      transport({ ...other, caller }, until);
    const send = async () => {
      const sent = { ...request, headers: { ...request.headers } };
      for (const one of all) await one.apply(sent, { signal, transport: bare });
      return { sent, response: await transport(sent, signal) };
    };
    const { response, sent } = await send();
    if (response.status !== 401) return response;
    const renewed = all.filter((one) => one.renew?.(sent));
    if (renewed.length === 0) return response;
    await drain(response.body);
    return (await send()).response;
  };
}

/** Tells what would have to be set so that every component can be called, each with the number of those that need it. */
function warn(
  components: readonly Component[],
  configured: ByScheme,
  log: Log,
): void {
  const counts = new Map<string, number>();
  for (const { security } of components) {
    const { missing } = choose(security, configured);
    if (missing) counts.set(missing, (counts.get(missing) ?? 0) + 1);
  }
  for (const [missing, components] of counts)
    log.warn("credentials", {
      message: `Calls go out without a credential that the document asks for. Set ${missing}.`,
      components,
    });
}

/** What a variable holds, without the newline that files and shells leave at its end. */
export function readVariable(variable: string, env: NodeJS.ProcessEnv): string {
  return env[variable]?.trim() ?? "";
}

/** A credential that never changes; without a value for its first secret it is missing. */
export function secret(
  variables: string | readonly string[],
  secrets: readonly string[],
  add: (request: HttpRequest) => void,
): Credential {
  return {
    missing: secrets[0] === "" ? [variables].flat() : [],
    secrets: secrets.filter(Boolean),
    async apply(request) {
      add(request);
    },
  };
}
