import { CallError } from "../../../index.js";
import type { Args } from "../../../index.js";
import type { Digest } from "./fields.js";

/** Maximum number of questions in one line. */
const MAX_QUESTIONS = 10;

/** Creates the record of the questions that the user was asked during one call, and of their outcomes. */
export function createConsentRecord(digest: Digest) {
  let consents: Args[] = [];
  const hasAnswer = (pattern: RegExp) =>
    consents.some(({ answer }) => pattern.test(String(answer)));
  return {
    /** Adds the outcome of a confirmation for which no one was asked. */
    note(outcome: string): void {
      if (/^(nobody|repeat)$/.test(outcome)) consents.push({ answer: outcome });
    },
    /** True if the user has yet to reply: clients of 2026-07-28 send the call again with the reply. */
    isPending: () => hasAnswer(/^asked$/),
    isRefused: () => hasAnswer(/^(cancel|decline|nobody|unanswered)$/),
    /** Returns the field for a line, and clears the record. */
    take(): Args {
      const consent = consents.slice(0, MAX_QUESTIONS);
      consents = [];
      return consent.length > 0 ? { consent } : {};
    },
    /** Records each question, or page, that a function shows to the user, and the outcome. */
    wrap:
      <Question extends { readonly message?: unknown }>(
        ask: (question: Question) => Promise<object>,
      ) =>
      async (question: Question): Promise<object> => {
        const consent: Args = { question: digest(question.message) };
        consents.push(consent);
        try {
          const answer = await ask(question);
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
