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

type CredentialsByScheme = Readonly<Record<string, Credential>>;

/** Credentials by name of the security scheme; an operation gets those that it declares. */
export function credentials(byScheme: CredentialsByScheme): Credentials {
  const secrets = () =>
    Object.values(byScheme).flatMap((credential) => credential.secrets);
  return {
    wrapTransport: (transport, security) =>
      addCredentials(chooseCredentials(security, byScheme).usable, transport),
    missingVariables: (security) =>
      chooseCredentials(security, byScheme).missing,
    forCaller: (headers, principal) =>
      credentials(
        Object.fromEntries(
          Object.entries(byScheme).map(([scheme, credential]) => [
            scheme,
            credential.forCaller?.(headers, principal) ?? credential,
          ]),
        ),
      ),
    secrets,
    headers: Object.values(byScheme).flatMap(({ header }) => header ?? []),
    redact: createRedactor(secrets),
    warn: (components, log) => logMissing(components, byScheme, log),
  };
}

/**
 * The credentials of the first alternative that can be used, the empty one last. Where none can, what there is of
 * the most complete one, and what would have to be set: the API may be more open than its document.
 */
function chooseCredentials(
  security: Component["security"] = [],
  configured: CredentialsByScheme,
) {
  const choices = security.map((schemes) => {
    const candidates = schemes.map((scheme) => getOwn(configured, scheme));
    const missing = schemes.flatMap((scheme, index) => {
      const names = candidates[index]?.missing ?? ["a credential in client.ts"];
      return names.length > 0 ? [`${names.join(" and ")} for ${scheme}`] : [];
    });
    const usable = candidates.filter(
      (credential) => credential && credential.missing.length === 0,
    );
    return {
      usable: usable.filter((credential) => credential !== undefined),
      missing,
    };
  });
  const complete = choices.filter(({ missing }) => missing.length === 0);
  const bestChoice =
    complete.find(({ usable }) => usable.length > 0) ??
    choices.toSorted((a, b) => a.missing.length - b.missing.length)[0];
  const missing = choices
    .map((choice) => choice.missing.join(" and "))
    .join(", or ");
  const isMissing = complete.length === 0 && choices.length > 0;
  return { usable: bestChoice?.usable ?? [], ...(isMissing && { missing }) };
}

/** Adds credentials to each request, and tries once more after a 401 that newer ones may cure. */
function addCredentials(
  selected: readonly Credential[],
  transport: Transport,
): Transport {
  return async (request, signal) => {
    const { caller } = request;
    const sendBare: Transport = (request, signal) =>
      transport({ ...request, caller }, signal);
    const send = async () => {
      const authorized = { ...request, headers: { ...request.headers } };
      for (const credential of selected)
        await credential.apply(authorized, { signal, transport: sendBare });
      return {
        authorized,
        response: await transport(authorized, signal),
      };
    };
    const { response, authorized } = await send();
    if (response.status !== 401) return response;
    const renewedCredentials = selected.filter((credential) =>
      credential.renew?.(authorized),
    );
    if (renewedCredentials.length === 0) return response;
    await drain(response.body);
    return (await send()).response;
  };
}

/** Tells what would have to be set so that every component can be called, each with the number of those that need it. */
function logMissing(
  components: readonly Component[],
  configured: CredentialsByScheme,
  log: Log,
): void {
  const counts = new Map<string, number>();
  for (const { security } of components) {
    const { missing } = chooseCredentials(security, configured);
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
  applySecret: (request: HttpRequest) => void,
): Credential {
  return {
    missing: secrets[0] === "" ? [variables].flat() : [],
    secrets: secrets.filter(Boolean),
    async apply(request) {
      applySecret(request);
    },
  };
}
