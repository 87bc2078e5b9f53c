import { CallError } from "../../index.js";
import type { Args, Caller } from "../../index.js";
import type { Digest } from "./fields.js";

/** Maximum number of questions in one line. */
const MAX_QUESTIONS = 10;

/** Creates the record of what a person was asked during one call, and what came of it. */
export function createConsentRecord(digest: Digest) {
  let consents: Args[] = [];
  const hasAnswer = (pattern: RegExp) =>
    consents.some(({ answer }) => pattern.test(String(answer)));
  return {
    /** Adds the outcome of a confirmation for which nobody was asked. */
    note(outcome: string): void {
      if (/^(nobody|repeat)$/.test(outcome)) consents.push({ answer: outcome });
    },
    /** True if the person has yet to answer: clients of 2026-07-28 begin the call anew with the answer. */
    isPending: () => hasAnswer(/^asked$/),
    isRefused: () => hasAnswer(/^(cancel|decline|nobody|unanswered)$/),
    /** Returns the field of a line, and forgets what it holds. */
    take(): Args {
      const consent = consents.slice(0, MAX_QUESTIONS);
      consents = [];
      return consent.length > 0 ? { consent } : {};
    },
    wrap:
      (elicit: NonNullable<Caller["elicit"]>): NonNullable<Caller["elicit"]> =>
      async (question) => {
        const consent: Args = { question: digest(question["message"]) };
        consents.push(consent);
        try {
          const answer = await elicit(question);
          const action = String((answer as Args)["action"]);
          consent["answer"] = /^(accept|decline)$/.test(action)
            ? action
            : "cancel";
          return answer;
        } catch (error) {
          consent["answer"] =
            error instanceof CallError ? "asked" : "unanswered";
          throw error;
        }
      },
  };
}
