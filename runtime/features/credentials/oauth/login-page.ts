import { getOwn, LoginError } from "../../../index.js";
import type { Args } from "../../../index.js";
import { TokenError } from "./tokens.js";

/** Pages at which a user has to log in or agree before a token can be issued. */
export interface LoginPageOptions {
  /** Host of the pages, with its port if it is not 443: `login.example.com`. Other addresses are never shown. */
  readonly host: string;
  /** Field of the error response with the address. Default: `error_uri`. */
  readonly field?: string;
}

/** Error codes that need a user. https://openid.net/specs/openid-connect-core-1_0.html#AuthError */
const LOGIN_CODES = new Set<unknown>([
  "interaction_required",
  "login_required",
  "consent_required",
  "account_selection_required",
]);

/** Maximum length of an address in characters. */
const MAX_LENGTH = 2048;

/** Throws if an option could match no address. */
export function checkLoginPage({ host }: LoginPageOptions): void {
  const url = `https://${host}`;
  if (URL.canParse(url) && new URL(url).host === host) return;
  throw new Error(
    `loginPage.host is ${JSON.stringify(host)}. Write the host alone, in lower case, with its port if it is not 443: login.example.com`,
  );
}

/**
 * Converts a refusal that needs a user, by its code or by the address of a page, to a `LoginError`; returns another error
 * unchanged. `redact` removes secrets: an address that has one is left out.
 */
export function toLoginError(
  error: unknown,
  options: LoginPageOptions | undefined,
  redact: (text: string) => string,
): unknown {
  if (!(error instanceof TokenError)) return error;
  const { fields, message } = error;
  const page = options && findPage(fields, options, redact);
  if (page !== undefined)
    return new LoginError(
      `${message} The user has to log in or agree at this address. After that, call again.\n${page}`,
      page,
    );
  return LOGIN_CODES.has(getOwn(fields, "error"))
    ? new LoginError(
        `${message} The user has to log in to it again, or agree to this access. After that, call again.`,
      )
    : error;
}

/** Finds the address of a page in an error response; undefined if it may not be shown. */
function findPage(
  fields: Args,
  { field = "error_uri", host }: LoginPageOptions,
  redact: (text: string) => string,
): string | undefined {
  const address = getOwn(fields, field);
  const isUrl =
    typeof address === "string" &&
    address.length <= MAX_LENGTH &&
    URL.canParse(address);
  if (!isUrl) return undefined;
  const url = new URL(address);
  const { href, password, protocol, username } = url;
  const isAllowed =
    protocol === "https:" &&
    url.host === host &&
    `${username}${password}` === "";
  return isAllowed && redact(href) === href ? href : undefined;
}
