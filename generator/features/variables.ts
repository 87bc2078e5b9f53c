import type {
  FeatureDefinition,
  FeatureSettings,
  FeatureVariable,
} from "./feature.js";
import { toListOrder } from "./parts.js";

/** Environment variable that features read. */
export interface ReadVariable extends Pick<
  FeatureVariable,
  "isFolder" | "isSecret"
> {
  readonly name: string;
  /** Meaning with the use that each feature makes of it. */
  readonly meaning: string;
  readonly about: string;
  readonly value: string;
}

/** Environment variables that features read, each once, in the order of the list of features. */
export function readVariables(
  features: readonly FeatureDefinition[],
  settings: FeatureSettings,
): ReadVariable[] {
  const entries = toListOrder(features).flatMap(({ environment = {} }) =>
    Object.entries(
      typeof environment === "function" ? environment(settings) : environment,
    ),
  );
  const names = new Set(entries.map(([name]) => name));
  return [...names].map((name) => {
    const variables = entries.flatMap(([otherName, variable]) =>
      otherName === name ? [variable] : [],
    );
    const [firstVariable] = variables;
    return {
      name,
      meaning: describeVariable(variables),
      about: firstVariable?.about ?? "",
      value: firstVariable?.value ?? "",
      ...(variables.some(({ isSecret }) => isSecret) && { isSecret: true }),
      ...(variables.some(({ isFolder }) => isFolder) && { isFolder: true }),
    };
  });
}

/** Sentences on a variable that several features read: its meaning, their uses, and their notes. */
function describeVariable(variables: readonly FeatureVariable[]): string {
  const uses = variables.flatMap(({ use }) => use ?? []);
  const sentences = [
    ...variables.map(({ meaning }) => meaning),
    ...(uses.length > 0 ? [`It ${joinWithAnd(uses)}`] : []),
    ...variables.flatMap(({ notes = [] }) => notes),
  ];
  return [...new Set(sentences)].join(". ");
}

function joinWithAnd(texts: readonly string[]): string {
  const [lastText = ""] = texts.slice(-1);
  return texts.length < 2
    ? lastText
    : `${texts.slice(0, -1).join(", ")} and ${lastText}`;
}
