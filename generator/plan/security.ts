import type { Override } from "../config/config.js";
import type { Settings } from "../config/resolve-config.js";
import { ToolwrightError } from "../errors.js";
import { type Api, type Operation, operationKey } from "../model.js";
import { othersOf } from "./addresses.js";

type Asked = Partial<Pick<Settings, "baseUrl" | "security">>;

/**
 * The credentials of an operation: those that the document names for it, or the document's own where a config wants them
 * (`security: "global"`). An operation that is sent to another host than the API's keeps the document's. Throws where an
 * override wants what can't be.
 */
export function securityOf(
  operation: Operation,
  override: Override,
  api: Api,
  asked: Asked,
): Operation["security"] {
  const { security = asked.security ?? "document" } = override;
  const isOverride = override.security === "global";
  if (security === "document") return operation.security;
  if (!isOverride && !operation.removesSecurity) return operation.security;
  const [other] = hostsBeside(operation, api, asked);
  if (isOverride && (other !== undefined || !namesSchemes(api.security)))
    throw new ToolwrightError({
      code: "bad-override",
      pointer: operation.pointer,
      message: `The override of ${operationKey(operation)} wants the document's own \`security\`, ${other === undefined ? "which names no scheme that can be used" : `but its calls go to ${other}, which is not the API's host`}.`,
      hint:
        other === undefined
          ? NO_SECURITY
          : "Leave `security` out of the override, or set `baseUrl`.",
    });
  return other === undefined ? api.security : operation.security;
}

/** Throws where the document has nothing that the option `security` of a config could send. */
export function checkSecurity(api: Api, { security }: Asked): void {
  if (security === "global" && !namesSchemes(api.security))
    throw new ToolwrightError({
      code: "bad-option",
      message:
        'The option security is "global", and the document\'s own `security` names no scheme that can be used.',
      hint: NO_SECURITY,
    });
}

const NO_SECURITY =
  'Add it to the document, such as by an overlay: { target: "$", update: { security: [{ <scheme>: [] }] } }.';

/** Hosts other than the API's that an operation is sent to. */
export function hostsBeside(
  { servers }: Operation,
  api: Api,
  { baseUrl }: Asked,
): string[] {
  return othersOf(servers.slice(0, 1), [baseUrl ?? "", ...api.servers]);
}

/** Whether some alternative asks for a credential. */
export function namesSchemes(security: Operation["security"]): boolean {
  return security.some((schemes) => schemes.length > 0);
}
