import { findKeyHeaders } from "../plan/key-headers.js";
import type { LintFinding } from "./findings.js";
import type { LintedApi, LintedTool } from "./tools.js";

/**
 * Findings with one for all tools that take the API's key as an argument, whose cure is one overlay, instead of one for
 * each.
 */
export function joinKeyFindings(
  findings: readonly LintFinding[],
  tools: readonly LintedTool[],
): LintFinding[] {
  const apis = new Set(tools.flatMap(({ operation }) => operation?.api ?? []));
  return [...apis].reduce(
    (joinedFindings, api) => joinFindingsOfApi(joinedFindings, tools, api),
    [...findings],
  );
}

function joinFindingsOfApi(
  findings: readonly LintFinding[],
  tools: readonly LintedTool[],
  { loaded, plan }: LintedApi,
): LintFinding[] {
  const keyHeaders = findKeyHeaders(plan.components, loaded.document);
  if (keyHeaders === null) return [...findings];
  const headersByArgument = new Map(
    tools.flatMap(({ name: tool, operation }) =>
      operation?.api.plan === plan
        ? operation.component.args.flatMap(({ name, parameter }) =>
            parameter?.in === "header"
              ? [[`${tool} ${name}`, parameter.name.toLowerCase()] as const]
              : [],
          )
        : [],
    ),
  );
  const isKey = ({ argument, rule, tool }: LintFinding) =>
    rule === "secret-argument" &&
    keyHeaders.names.includes(
      headersByArgument.get(`${tool} ${argument ?? ""}`) ?? "",
    );
  const [firstFinding, ...otherFindings] = findings.filter(isKey);
  if (firstFinding === undefined || otherFindings.length === 0)
    return [...findings];
  const toolCount = new Set(findings.filter(isKey).map(({ tool }) => tool))
    .size;
  const joinedFinding: LintFinding = {
    ...firstFinding,
    message: `A model is asked for ${keyHeaders.names.join(" and ")} by ${toolCount} tools, so that the secret is in its context.`,
    cure: {
      kind: "overlay",
      text: "Declare it as a credential in the document, or by an overlay (--overlay <new-file>), so that the server sends it from its environment.",
      action: { target: "$", update: keyHeaders.update },
      isCertain: false,
    },
  };
  return [joinedFinding, ...findings.filter((finding) => !isKey(finding))];
}
