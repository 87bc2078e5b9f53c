import { clientFor } from "../../../index.js";
import type {
  Account,
  Caller,
  Component,
  McpService,
  RegisteredComponent,
} from "../../../index.js";

/** Creates the record of the accounts at the API with which one call is made. */
export function createAccountRecord(
  { entries }: Pick<McpService, "entries">,
  caller: Caller,
) {
  const usedAccounts = new Set<Account>();
  /** Finds the owner of the account with which a component called by an entry acts; undefined if all callers share it. */
  function find(
    entry: RegisteredComponent,
    component: Component,
  ): Account | undefined {
    const target = entries.find(
      (candidate) => candidate.component === component,
    );
    const { credentials } = clientFor((target ?? entry).source, caller);
    return credentials?.accountOf?.(component.security);
  }
  return {
    find,
    /** Notes a request that is about to be sent. */
    note(entry: RegisteredComponent, component: Component): void {
      const account = find(entry, component);
      if (account) usedAccounts.add(account);
    },
    /** Names the owners of the accounts that were used: `caller`, `server` or `both`; undefined if all callers share one. */
    read: (): string | undefined =>
      usedAccounts.size > 1 ? "both" : [...usedAccounts][0],
  };
}
