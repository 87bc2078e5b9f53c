import { type Finding, ToolwrightError } from "../errors.js";
import { type Api, operationKey } from "../model.js";
import type { ComponentDraft } from "./component.js";
import { MAX_MCP_NAME, type Clash } from "./names.js";
import type { OverrideLookup } from "./overrides.js";

/** Longest name, in characters. A configured name is not truncated. */
export const MAX_DECLARED_NAME = MAX_MCP_NAME;

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

/** Characters and length of names that all known clients take: Gemini wants a letter or `_` at the start, and several take 64 characters, without dots. */
const WIDELY_TAKEN = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;

/** Most names that a message shows. */
const MAX_SHOWN = 5;

/** Reports names of tools, of the config or the document, that a known client refuses. */
export function reportRefusedNames(
  components: readonly Pick<ComponentDraft, "kind" | "name">[],
): Finding[] {
  const names = components
    .filter(({ kind, name }) => kind === "tool" && !WIDELY_TAKEN.test(name))
    .map(({ name }) => name);
  if (names.length === 0) return [];
  const shownNames = names.slice(0, MAX_SHOWN).join(", ");
  const moreCount = names.length - MAX_SHOWN;
  return [
    {
      severity: "warning",
      code: "refused-name",
      message: `Some clients refuse the names ${shownNames}${moreCount > 0 ? ` and ${moreCount} more` : ""}: they take 64 letters, digits, _ and -, and no digit at the start.`,
      hint: "If your clients refuse them, set other names in overrides.",
    },
  ];
}
