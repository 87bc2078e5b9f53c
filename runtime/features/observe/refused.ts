/** Results and errors by which a call was refused before its tool ran. */
const refused = new WeakSet<object>();

/** Marks a result or an error as a refusal, for metrics. */
export function markRefused<Outcome extends object>(outcome: Outcome): Outcome {
  refused.add(outcome);
  return outcome;
}

export const isRefused = (outcome: object) => refused.has(outcome);
