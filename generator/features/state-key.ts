import type { FeatureVariable } from "./feature.js";

/**
 * Variable with the key of a server's state, which several features use: `use` says for what, after "It": "signs the
 * questions to a user".
 */
export function stateKey(
  use: string,
  options: Pick<FeatureVariable, "isSecret" | "notes"> = {},
): FeatureVariable {
  return {
    meaning: "Key of 32 characters or more, the same for all replicas",
    use,
    ...options,
    notes: ["Default: a random key per process", ...(options.notes ?? [])],
  };
}
