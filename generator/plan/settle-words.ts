import type { Finding } from "../errors.js";
import { actionOf } from "../describe/describe.js";
import { operationKey } from "../model.js";
import {
  type ComponentDraft,
  distinguish,
  type PlanOptions,
  settle,
} from "./component.js";
import { disambiguateTitles } from "./disambiguate.js";

/**
 * Components with the words that a model reads. A component keeps the words of the last run as long as all that they
 * are made of is as it was, whatever else comes or goes; another one gets words that tell it apart.
 */
export function settleWords(
  drafts: readonly ComponentDraft[],
  { lastWords, names }: PlanOptions,
): { readonly drafts: ComponentDraft[]; readonly findings: Finding[] } {
  const distinctions = disambiguateTitles(drafts);
  const newDrafts = drafts.map((draft) => {
    const distinction = distinctions.get(draft);
    return distinction === undefined ? draft : distinguish(draft, distinction);
  });
  const wordsOf = (draft: ComponentDraft) =>
    draft.hasTool || names === "renew"
      ? undefined
      : lastWords?.(draft.lockKey, draft.draft.source);
  const settledDrafts = newDrafts.map((draft) => {
    const words = wordsOf(draft);
    return words && settle(draft, words);
  });
  const settledActions = new Set(
    settledDrafts.flatMap((draft) => (draft ? actionOf(draft) : [])),
  );
  const keptComponents = settledDrafts.filter(
    (draft, index) => draft && !hasWordsOf(draft, newDrafts[index]),
  );
  return {
    drafts: newDrafts.map((draft, index) => {
      const settledDraft = settledDrafts[index];
      if (settledDraft !== undefined) return settledDraft;
      const isTaken = settledActions.has(actionOf(draft)) && isMade(draft);
      return isTaken
        ? distinguish(draft, operationKey(draft.operation))
        : draft;
    }),
    findings: reportKept(keptComponents.flatMap((draft) => draft ?? [])),
  };
}

/** True if the description is ours to extend. */
function isMade({ isConfigured, kind }: ComponentDraft): boolean {
  return kind === "tool" && !isConfigured;
}

function hasWordsOf(
  { title, description }: ComponentDraft,
  draft: ComponentDraft | undefined,
): boolean {
  return title === draft?.title && description === draft.description;
}

/** Note on components whose words would be others if they were made now. Empty if there are none. */
function reportKept(components: readonly ComponentDraft[]): Finding[] {
  const [firstComponent] = components;
  if (firstComponent === undefined) return [];
  const count = components.length;
  const subject =
    count === 1
      ? `${firstComponent.name} keeps its title and description`
      : `${count} components keep their titles and descriptions, ${firstComponent.name} for one`;
  return [
    {
      severity: "note",
      code: "kept-words",
      message: `${subject}, though they would be others if they were made now.`,
      hint: 'Set `names: "renew"` for one run to apply the current rules to all names, titles and descriptions.',
    },
  ];
}
