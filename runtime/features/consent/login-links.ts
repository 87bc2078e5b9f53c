import { CallError, getOwn, LoginError } from "../../index.js";
import type { Caller, Context, Feature } from "../../index.js";

/**
 * Shows the user the page at which they have to log in or agree before the API can be called for them, if the client can
 * show pages: once a call. Other clients get the address in the error. This server never opens a page.
 */
export function loginLinks(): Feature {
  return {
    name: "login-links",
    stage: "call",
    hooks: () => ({
      context: (base, { caller }) => wrapRequests(base, caller),
    }),
  };
}

function wrapRequests(base: Context, { showPage }: Caller): Context {
  if (!showPage) return base;
  let shownPage:
    { readonly page: string; readonly outcome: Promise<string> } | undefined;
  /** Shows the page of an error, and throws what the model should know. */
  async function tell(error: unknown): Promise<never> {
    if (!(error instanceof LoginError) || error.page === undefined) throw error;
    const { page } = error;
    shownPage ??= { page, outcome: show(page, showPage) };
    const outcome = shownPage.page === page ? await shownPage.outcome : "";
    const text = getOwn(OUTCOMES, outcome);
    throw text === undefined ? error : new CallError(text);
  }
  return {
    ...base,
    send: (args) => base.send(args).catch(tell),
    call: (component, args) => base.call(component, args).catch(tell),
  };
}

/** Texts for the model, by what the user did. In all other cases it gets the address. */
// prettier-ignore
const OUTCOMES: Readonly<Record<string, string>> = {
  accept: "This request was not sent: the user has to log in or agree first, and has agreed to open the page for that. It is not known if they have finished. Call again when they say so.",
  decline: "This request was not sent: the user has to log in or agree first, and declined to open the page for that. Call again only if they ask you to.",
};

/** Shows a page, and returns what the user did. Accepting means that it was opened, not that it is done. */
async function show(
  url: string,
  showPage: Caller["showPage"],
): Promise<string> {
  const { host } = new URL(url);
  const message = `This server needs you to log in or agree at ${host}, so that it can act for you. Open the page only if you asked for this.`;
  try {
    const { action } = Object(await showPage?.({ message, url })) as {
      action?: unknown;
    };
    return String(action);
  } catch (error) {
    if (error instanceof CallError) throw error; // the call starts again
    return "unanswered";
  }
}
