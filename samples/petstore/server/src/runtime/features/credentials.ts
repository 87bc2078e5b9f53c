import { own } from "../index.js";
import type {
  Component,
  Credentials,
  Headers,
  HttpRequest,
  Log,
  Principal,
  Proof,
} from "../index.js";
import { createMask } from "./mask.js";

/** A way to prove who is calling, for one security scheme of the document. */
export interface Credential extends Pick<Proof, "apply"> {
  readonly renew?: Proof["renew"];
  /** Names of the environment variables that are not set; empty where it can be used. */
  readonly missing: readonly string[];
  /** Values that must never be shown. */
  readonly secrets: readonly string[];
  /** The one of a caller, by the headers of its own request and who it has proved to be. */
  forCaller?(headers: Headers, principal?: Principal): Credential;
}

type ByScheme = Readonly<Record<string, Credential>>;

/** Credentials by name of the security scheme; an operation gets those that it declares. */
export function credentials(byScheme: ByScheme): Credentials {
  const all = Object.values(byScheme);
  return {
    choose: (security) => choose(security, byScheme),
    forCaller: (headers, principal) =>
      credentials(
        Object.fromEntries(
          Object.entries(byScheme).map(([scheme, one]) => [
            scheme,
            one.forCaller?.(headers, principal) ?? one,
          ]),
        ),
      ),
    mask: createMask(() => all.flatMap(({ secrets }) => secrets)),
    warn: (components, log) => warn(components, byScheme, log),
  };
}

/**
 * The credentials of the first alternative that can be used, the empty one last. Where none can, what there is of
 * the most complete one, and what would have to be set: the API may be more open than its document.
 */
function choose(
  security: Component["security"] = [],
  configured: ByScheme,
): Proof {
  const choices = security.map((schemes) => {
    const found = schemes.map((scheme) => own(configured, scheme));
    const missing = schemes.flatMap((scheme, index) => {
      const names = found[index]?.missing ?? ["a credential in client.ts"];
      return names.length > 0 ? [`${names.join(" and ")} for ${scheme}`] : [];
    });
    const usable = found.filter((one) => one && one.missing.length === 0);
    return { credentials: usable.filter((one) => one !== undefined), missing };
  });
  const complete = choices.filter(({ missing }) => missing.length === 0);
  const usable =
    complete.find(({ credentials }) => credentials.length > 0) ?? complete[0];
  if (usable || choices.length === 0)
    return toProof(usable?.credentials ?? [], undefined);
  const [best] = choices.toSorted(
    (one, other) => one.missing.length - other.missing.length,
  );
  return toProof(
    best?.credentials ?? [],
    choices.map(({ missing }) => missing.join(" and ")).join(", or "),
  );
}

function toProof(
  credentials: readonly Credential[],
  missing: string | undefined,
): Proof {
  return {
    missing,
    async apply(request, sending) {
      for (const credential of credentials)
        await credential.apply(request, sending);
    },
    renew(rejected) {
      const renewed = credentials.filter((one) => one.renew?.(rejected));
      return renewed.length > 0;
    },
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
export function valueOf(variable: string, env: NodeJS.ProcessEnv): string {
  return env[variable]?.trim() ?? "";
}

/** A credential that never changes; without a value for its first secret it is missing. */
export function secret(
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
