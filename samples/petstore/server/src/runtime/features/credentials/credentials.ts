// Runtime of this MCP server, written by toolwright. You may edit this file: regeneration merges your edits.
import { CallError, drain, getOwn, isHeaderText } from "../../index.js";
import type {
  Account,
  Component,
  Credentials,
  Headers,
  HttpRequest,
  Log,
  Principal,
  ServerContext,
  Transport,
} from "../../index.js";
import { createRedactor } from "../observe/redact.js";

/** A credential for one security scheme of the document. */
export interface Credential {
  /** Adds the credential to a request. */
  apply(request: HttpRequest, context: CredentialContext): Promise<void>;
  /**
   * Drops the cached token after a 401, if the rejected request was sent with it. Returns true if a second attempt
   * makes sense.
   */
  renew?(rejected: HttpRequest): boolean;
  /** Names of the environment variables that are not set; empty if the credential can be used. */
  readonly missing: readonly string[];
  /** Values that must never be shown. */
  readonly secrets: readonly string[];
  /** Text for the owner about a variable that holds more than the credential. */
  readonly notice?: string | undefined;
  /** Name of the header that the credential sets, in lower case. */
  readonly header?: string;
  /** Account that it acts with, if that depends on the caller. Default: this server's, for all callers. */
  readonly account?: Account;
  /** Returns the credential of one caller, by the headers of the caller's request and its proven identity. */
  forCaller?(headers: Headers, principal?: Principal): Credential;
}

/** Signal and transport for obtaining a credential. */
export type CredentialContext = { signal: AbortSignal; transport: Transport };

/** Creates a credential when the server starts. */
export type CredentialFactory = (context: ServerContext) => Credential;

type CredentialsByScheme = Readonly<Record<string, Credential>>;

declare module "../../context.js" {
  interface ServerContext {
    /** Files that hold secrets, if the server reads some. */
    secretFiles?: SecretFiles;
  }
}

/** Files that hold secrets, as they were last read. */
export interface SecretFiles {
  /** Reads the files that have changed. */
  look(): void;
  /** Returns a text that changes with the file, as of the last reading. */
  stampOf(path: string): string;
}

/** Combines credentials by the name of their security scheme; an operation gets those that it declares. */
export function credentials(
  factories: Readonly<Record<string, CredentialFactory>>,
): (context: ServerContext) => Credentials {
  return (context) =>
    combineCredentials(
      Object.fromEntries(
        Object.entries(factories).map(([scheme, create]) => [
          scheme,
          create(context),
        ]),
      ),
    );
}

function combineCredentials(byScheme: CredentialsByScheme): Credentials {
  const secrets = () =>
    Object.values(byScheme).flatMap((credential) => credential.secrets);
  return {
    wrapTransport: (transport, security) =>
      addCredentials(chooseCredentials(security, byScheme).usable, transport),
    missingVariables: (security) =>
      chooseCredentials(security, byScheme).missing,
    accountOf: (security) =>
      findAccount(chooseCredentials(security, byScheme).usable),
    forCaller: (headers, principal) =>
      combineCredentials(
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
    warn: (components, log) => logProblems(components, byScheme, log),
  };
}

/** Returns the owner of the account that credentials act with together: the server's part decides. */
function findAccount(selected: readonly Credential[]): Account | undefined {
  const accounts = selected.map(({ account }) => account);
  return (
    accounts.find((account) => account === "server") ?? accounts.find(Boolean)
  );
}

/**
 * Chooses the credentials of the first usable alternative; the empty alternative comes last. If none is usable, returns
 * the available credentials of the most complete one and the missing variables: the API may be more open than its
 * document. A caller whose own credential is missing never gets the server's in its place.
 */
function chooseCredentials(
  security: Component["security"] = [],
  configured: CredentialsByScheme,
) {
  const isCallers = (schemes: readonly string[]) =>
    schemes.some((scheme) => getOwn(configured, scheme)?.account !== undefined);
  const alternatives = security.some(isCallers)
    ? security.filter((schemes) => schemes.length === 0 || isCallers(schemes))
    : security;
  const choices = alternatives.map((schemes) => {
    const candidates = schemes.map((scheme) => getOwn(configured, scheme));
    const missing = schemes.flatMap((scheme, index) => {
      const names = candidates[index]?.missing ?? ["a credential in client.ts"];
      return names.length > 0 ? [`${names.join(" and ")} for ${scheme}`] : [];
    });
    const usable =
      missing.length > 0 && isCallers(schemes)
        ? []
        : candidates.filter(
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

/** Adds credentials to each request, and tries once more after a 401 if new credentials may help. */
function addCredentials(
  selected: readonly Credential[],
  transport: Transport,
): Transport {
  return async (request, signal) => {
    const { caller } = request;
    const sendBare: Transport = (request, signal) =>
      transport({ ...request, caller }, signal);
    const account = findAccount(selected);
    const send = async () => {
      const authorized = {
        ...request,
        headers: { ...request.headers },
        ...(account && { account }),
      };
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

/**
 * Logs the variables that have to be set so that every component can be called, each with the number of components that
 * need it, and the notices about those that are set.
 */
function logProblems(
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
      message: `Missing credential: set ${missing}. Until then, calls are sent without it.`,
      components,
    });
  for (const { notice: message } of Object.values(configured))
    if (message !== undefined) log.warn("credentials", { message });
}

/** Reads an environment variable, without the newline that files and shells leave at its end. */
export function readVariable(
  variable: string,
  { env }: Pick<ServerContext, "env">,
): string {
  return env[variable]?.trim() ?? "";
}

/**
 * Reads a token from an environment variable. A token has no blanks, so the name of the scheme before it, as in `Bearer
 * abc`, is a copy of the header and is left out.
 */
export function readToken(
  variable: string,
  context: Pick<ServerContext, "env">,
  scheme = "Bearer",
): { readonly token: string; readonly notice?: string } {
  const text = readVariable(variable, context);
  const [name = "", ...parts] = text.split(/\s+/);
  const hasScheme =
    parts.length > 0 && name.toLowerCase() === scheme.toLowerCase();
  if (!hasScheme) return { token: text };
  return {
    token: text.slice(name.length).trim(),
    notice: `${variable} begins with "${scheme}", which the header has anyway. Set it to the token alone.`,
  };
}

/** Throws with the variable's name if a header, or one of its cookies, can't hold a value as it is. */
export function checkHeaderValue(
  variable: string,
  value: string,
  place: "header" | "cookie" = "header",
): void {
  if (isHeaderText(value) && !(place === "cookie" && value.includes(";")))
    return;
  throw new CallError(
    `${variable} has a line break or another character that a ${place} can't hold. Set it to the value alone.`,
  );
}

/** Creates a credential that never changes; it is missing if its first secret is empty. */
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

/** Number of replaced secrets that stay masked. */
const MAX_RETIRED = 64;

/**
 * Reads the variables of a credential at each use, and creates it again when one has changed. Secrets that were used stay
 * masked. After a 401, files of secrets are read once more. `pathVariables` name files that the credential reads itself.
 */
export function followVariables(
  variables: readonly string[],
  create: CredentialFactory,
  pathVariables: readonly string[] = [],
): CredentialFactory {
  return (context) => {
    let retiredSecrets: readonly string[] = [];
    const readState = () => [
      ...variables.map((variable) => readVariable(variable, context)),
      ...pathVariables.map((variable) =>
        context.secretFiles?.stampOf(readVariable(variable, context)),
      ),
    ];
    let state = readState();
    let credential = create(context);
    const select = () => {
      const newState = readState();
      if (newState.every((text, index) => text === state[index]))
        return credential;
      state = newState; // also if it is refused: until one of them changes
      try {
        const newCredential = create(context);
        const replacedSecrets = [...credential.secrets, ...retiredSecrets];
        retiredSecrets = [...new Set(replacedSecrets)].slice(0, MAX_RETIRED);
        credential = newCredential;
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        const message = `${reason} The value from before stays.`;
        context.log.error("secret-file", { message });
      }
      return credential;
    };
    return follow(select, () => retiredSecrets, context);
  };
}

/** Creates a credential that selects the current one at each use. */
function follow(
  select: () => Credential,
  retired: () => readonly string[],
  context: ServerContext,
): Credential {
  const usedCredentials = new WeakMap<HttpRequest, Credential>();
  const first = select();
  const { account, header } = first;
  return {
    get missing() {
      return select().missing;
    },
    get notice() {
      return select().notice;
    },
    get secrets() {
      return [...select().secrets, ...retired()];
    },
    ...(header !== undefined && { header }),
    ...(account && { account }),
    async apply(request, applyContext) {
      const credential = select();
      usedCredentials.set(request, credential);
      await credential.apply(request, applyContext);
    },
    renew(rejected) {
      context.secretFiles?.look();
      const credential = select();
      const isReplaced = credential !== usedCredentials.get(rejected);
      return isReplaced || credential.renew?.(rejected) === true;
    },
    ...(first.forCaller && {
      forCaller: (headers: Headers, principal?: Principal) =>
        follow(selectForCaller(select, headers, principal), retired, context),
    }),
  };
}

/** Returns a function that selects the credential of one caller, the same one until the server's own is replaced. */
function selectForCaller(
  select: () => Credential,
  headers: Headers,
  principal: Principal | undefined,
): () => Credential {
  let base: Credential | undefined;
  let callerCredential: Credential | undefined;
  return () => {
    const credential = select();
    if (base !== credential || !callerCredential)
      callerCredential = credential.forCaller?.(headers, principal);
    base = credential;
    return callerCredential ?? credential;
  };
}
