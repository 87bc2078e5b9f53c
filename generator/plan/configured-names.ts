import { type Finding, ToolwrightError } from "../errors.js";
import { type Api, operationKey } from "../model.js";
import type { ComponentDraft } from "./component.js";
import type { Clash } from "./names.js";
import type { OverrideLookup } from "./overrides.js";

/** Longest name, in characters, that all known clients take. A configured name is not truncated. */
export const MAX_DECLARED_NAME = 64;

/** Names that overrides give, by operation. Throws a ToolwrightError if one is too long behind a prefix. */
export function configuredNamesOf(
  api: Api,
  overrides: OverrideLookup,
  prefix: string,
) {
  const configuredNames = new Map<string, string>();
  for (const operation of api.operations) {
    const { name } = overrides(operation);
    if (name === undefined) continue;
    if (prefix.length + name.length > MAX_DECLARED_NAME) {
      throw new ToolwrightError({
        code: "bad-override",
        pointer: operation.pointer,
        message: `The override of ${operationKey(operation)} sets a name that is too long after ${prefix}.`,
        hint: `Together they may have ${MAX_DECLARED_NAME} characters.`,
      });
    }
    configuredNames.set(operationKey(operation), name);
  }
  return configuredNames;
}

/**
 * Findings for names that two operations would have. Throws if the config gives one of them.
 * Operations without a component are left out: they need no name.
 */
export function reportClashes(
  clashes: readonly Clash[],
  components: readonly Pick<ComponentDraft, "operation">[],
): Finding[] {
  const servedOperations = new Map(
    components.map(({ operation }) => [operationKey(operation), operation]),
  );
  const clashFindings = clashes.flatMap(
    ({ owner, contender, contestedName, contenderName, isConfigured }) => {
      const pointer = servedOperations.get(contender)?.pointer;
      if (
        pointer === undefined ||
        !(owner === null || servedOperations.has(owner))
      )
        return [];
      const ownerName = owner ?? "a tool of the search";
      const message = isConfigured
        ? `An override sets the name ${contestedName}, which both ${ownerName} and ${contender} would have.`
        : owner === null
          ? `The name ${contestedName} is reserved for a search tool, so ${contender} is called ${contenderName}.`
          : `${ownerName} and ${contender} have the same operationId, so ${ownerName} is called ${contestedName}, and ${contender} is called ${contenderName}.`;
      const hint = "Rename one of them in overrides.";
      const code = owner === null ? "reserved-name" : "duplicate-operation-id";
      const finding = { code, message, pointer, operation: contender, hint };
      return [{ isConfigured, finding }];
    },
  );
  const configuredClashes = clashFindings.filter(
    ({ isConfigured }) => isConfigured,
  );
  if (configuredClashes.length > 0)
    throw new ToolwrightError(
      configuredClashes.map(({ finding }) => ({
        ...finding,
        code: "bad-override",
      })),
    );
  return clashFindings.map(({ finding }) => ({ severity: "note", ...finding }));
}
