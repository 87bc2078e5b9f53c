import { CallError, isSchema, getOwn } from "../../index.js";
import type { Args, Caller, Feature, MethodHandler } from "../../index.js";
import { digestCall } from "./question.js";
import { createStates } from "./signed-state.js";
import type {
  ConsentAnswer,
  ConsentState,
  StateOptions,
} from "./signed-state.js";

/** What may be answered by a question. https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr */
const METHODS = ["tools/call", "resources/read", "prompts/get"];

const CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";

/** By what name a question is asked and answered. */
const QUESTION = "question";

/** Requests that may be sent once more. https://www.rfc-editor.org/rfc/rfc9110#section-9.2.1 */
const SAFE = /^(GET|HEAD|OPTIONS|QUERY|TRACE) /;

/**
 * Asks clients of 2026-07-28, to whom no request can be sent: a question is the result of the call, which the client
 * begins anew with the answer and a signed state. What ran before the question runs again.
 */
export function inputRequired(options: StateOptions = {}): Feature {
  const states = createStates(options);
  return ({ handlers, name }) =>
    Object.fromEntries(
      Object.entries(handlers)
        .filter(([method]) => METHODS.includes(method))
        .map(([method, handler]) => [
          method,
          asking(`${name} ${method}`, handler),
        ]),
    );

  function asking(what: string, handler: MethodHandler): MethodHandler {
    return async (params, caller) => {
      if (caller.elicit || !canAsk(params)) return handler(params, caller);
      const { inputResponses, requestState, ...call } = params;
      const { arguments: args = {}, name, uri } = call;
      const subject = [caller.principal?.id, what, name, uri, args];
      const answered: ConsentAnswer[] = [];
      if (requestState !== undefined) {
        const state = await states.open(requestState, subject, caller.log);
        const said = getOwn(Object(inputResponses) as Args, QUESTION);
        answered.push(...state.answered);
        if (isSchema(said)) answered.push([state.asked, said]);
      }
      const round = roundOf(answered, caller);
      let result: object | undefined;
      try {
        result = await handler(call, round.caller);
      } catch (error) {
        if (!round.asking) throw error;
      }
      if (!round.asking) return result ?? {};
      const { question, state } = round.asking;
      return {
        resultType: "input_required",
        inputRequests: {
          [QUESTION]: { method: "elicitation/create", params: question },
        },
        requestState: states.seal(state, subject),
      };
    };
  }
}

/** Forms are what a client without further word can show. https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#capabilities */
function canAsk({ _meta }: Args): boolean {
  const { [CAPABILITIES]: capabilities } = Object(_meta) as Args;
  const { elicitation } = Object(capabilities) as Args;
  return (
    isSchema(elicitation) && ("form" in elicitation || !elicitation["url"])
  );
}

/** One run of a handler: it goes through what was answered, and ends with the first question that wasn't. */
function roundOf(answered: readonly ConsentAnswer[], caller: Caller) {
  let next = 0;
  let isSent = false;
  const round: Round = {
    caller: {
      ...caller,
      async elicit(question) {
        const asked = digestCall(question);
        const [known, said] = answered[next] ?? [];
        if (said && known === asked && !round.asking) {
          next += 1;
          return said;
        }
        if (isSent)
          throw new Error(
            "A question was asked after a request was sent, and clients of 2026-07-28 begin the call anew when it is answered: it would be sent twice. Ask first; what only reads may be called before, by `call`.",
          );
        const state = { answered: answered.slice(0, next), asked };
        round.asking ??= { question, state };
        throw new CallError("The person is asked first.");
      },
      context(base) {
        const inner = caller.context?.(base) ?? base;
        const sending = (request: string) => {
          if (round.asking) throw new CallError("The person is asked first.");
          isSent ||= !SAFE.test(request);
        };
        return {
          ...inner,
          async send(args) {
            sending("");
            return inner.send(args);
          },
          async call(other, args) {
            sending(other.request);
            return inner.call(other, args);
          },
        };
      },
    },
  };
  return round;
}

interface Round {
  readonly caller: Caller;
  /** What has to be asked before the handler can go on. */
  asking?: { readonly question: Args; readonly state: ConsentState };
}
