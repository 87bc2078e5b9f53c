import type { Override } from "../config/config.js";
import type { ResolvedConfig } from "../config/resolve-config.js";
import { ToolwrightError } from "../errors.js";
import { type Api, type Operation, operationKey } from "../model.js";
import { foreignHostsOf } from "./addresses.js";

type SecurityOptions = Partial<Pick<ResolvedConfig, "baseUrl" | "security">>;

/**
 * Credentials of an operation: those that the document names for it, or the document's own if a
 * config wants them (`security: "global"`). An operation that is sent to another host than the
 * API's keeps its own. Throws if an override wants the document's credentials and there are none,
 * or they would go to another host.
 */
export function securityOf(
  operation: Operation,
  override: Override,
  api: Api,
  options: SecurityOptions,
): Operation["security"] {
  const { security = options.security ?? "document" } = override;
  const isOverride = override.security === "global";
  if (security === "document") return operation.security;
  if (!isOverride && !operation.removesSecurity) return operation.security;
  const [foreignHost] = foreignHostsOfOperation(operation, api, options);
  if (isOverride && (foreignHost !== undefined || !hasSchemes(api.security)))
    throw new ToolwrightError({
      code: "bad-override",
      pointer: operation.pointer,
      message: `The override of ${operationKey(operation)} uses the document's top-level \`security\`, ${foreignHost === undefined ? "which does not name a supported scheme" : `but its calls go to ${foreignHost}, which is not the API's host`}.`,
      hint:
        foreignHost === undefined
          ? NO_SECURITY
          : "Remove `security` from the override, or set `baseUrl`.",
    });
  return foreignHost === undefined ? api.security : operation.security;
}

/** Throws if a config wants the document's own credentials and the document has none. */
export function checkSecurity(api: Api, { security }: SecurityOptions): void {
  if (security === "global" && !hasSchemes(api.security))
    throw new ToolwrightError({
      code: "bad-option",
      message:
        'The option security is "global", but the document\'s top-level `security` does not name a supported scheme.',
      hint: NO_SECURITY,
    });
}

const NO_SECURITY =
  'Add it to the document, for example with an overlay: { target: "$", update: { security: [{ <scheme>: [] }] } }.';

/** Hosts other than the API's that an operation is sent to. */
export function foreignHostsOfOperation(
  { servers }: Operation,
  api: Api,
  { baseUrl }: SecurityOptions,
): string[] {
  return foreignHostsOf(servers.slice(0, 1), [baseUrl ?? "", ...api.servers]);
}

/** True if some alternative names a security scheme. */
export function hasSchemes(security: Operation["security"]): boolean {
  return security.some((schemes) => schemes.length > 0);
}
