import { CallError, isSchema, getOwn } from "../../index.js";
import type {
  Args,
  Caller,
  Context,
  Feature,
  MethodHandler,
} from "../../index.js";
import { digestCall } from "./question.js";
import { createStates } from "./signed-state.js";
import type {
  ConsentAnswer,
  ConsentState,
  StateOptions,
} from "./signed-state.js";

/**
 * Methods whose result may be a question. https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr
 */
const ASKING_METHODS = ["tools/call", "resources/read", "prompts/get"];

const CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";

/** Key of the question and of its reply. */
const QUESTION_KEY = "question";

/** Matches requests that are safe to send again. https://www.rfc-editor.org/rfc/rfc9110#section-9.2.1 */
const SAFE_REQUEST = /^(GET|HEAD|OPTIONS|QUERY|TRACE) /;

/**
 * Asks clients of 2026-07-28, which accept no requests of a server: the result of the call is a question, and the
 * client starts the call again with the reply and a signed state. Code before the question runs again.
 */
export function inputRequired(options: StateOptions = {}): Feature {
  return {
    name: "input-required",
    stage: "connection",
    hooks: () => ({
      context: (base, { caller }) =>
        (caller as AskingCaller)[ROUND]?.guardRequests(base) ?? base, // set by `wrapHandler`
    }),
    methods({ context, handlers, name }) {
      const states = createStates(context, options);
      return Object.fromEntries(
        Object.entries(handlers)
          .filter(([method]) => ASKING_METHODS.includes(method))
          .map(([method, handler]) => [
            method,
            wrapHandler(`${name} ${method}`, handler, states),
          ]),
      );
    },
  };
}

function wrapHandler(
  target: string,
  handler: MethodHandler,
  states: ReturnType<typeof createStates>,
): MethodHandler {
  return async (params, caller) => {
    if (caller.elicit || !canAsk(params)) return handler(params, caller);
    const { inputResponses, requestState, ...call } = params;
    const { arguments: args = {}, name, uri } = call;
    const subject = [caller.principal?.id, target, name, uri, args];
    const answers: ConsentAnswer[] = [];
    if (requestState !== undefined) {
      const state = await states.open(requestState, subject, caller.log);
      const content = getOwn(Object(inputResponses) as Args, QUESTION_KEY);
      answers.push(...state.answered);
      if (isSchema(content)) answers.push([state.asked, content]);
    }
    const round = createRound(answers);
    const { elicit } = round;
    let result: object | undefined;
    try {
      const askingCaller: AskingCaller = {
        ...caller,
        elicit,
        [ROUND]: round,
      };
      result = await handler(call, askingCaller);
    } catch (error) {
      if (!round.pending) throw error;
    }
    if (!round.pending) return result ?? {};
    const { question, state } = round.pending;
    return {
      resultType: "input_required",
      inputRequests: {
        [QUESTION_KEY]: { method: "elicitation/create", params: question },
      },
      requestState: await states.seal(state, subject),
    };
  };
}

/**
 * True if the client can show forms, which is the default without further capabilities.
 * https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#capabilities
 */
function canAsk({ _meta }: Args): boolean {
  const { [CAPABILITIES]: capabilities } = Object(_meta) as Args;
  const { elicitation } = Object(capabilities) as Args;
  return (
    isSchema(elicitation) && ("form" in elicitation || !elicitation["url"])
  );
}

/** Key of the run of a handler, in its caller. */
const ROUND = Symbol("round");

/** A caller whose handler starts again after each reply. */
interface AskingCaller extends Caller {
  readonly [ROUND]?: Round;
}

/** Creates one run of a handler: it replays the questions with replies, and ends at the first one without a reply. */
function createRound(answers: readonly ConsentAnswer[]): Round {
  let nextIndex = 0;
  let hasSent = false;
  const assertMaySend = (request: string) => {
    if (round.pending) throw new CallError("The user is asked first.");
    hasSent ||= !SAFE_REQUEST.test(request);
  };
  const round: Round = {
    async elicit(question) {
      const questionDigest = digestCall(question);
      const [knownDigest, content] = answers[nextIndex] ?? [];
      if (content && knownDigest === questionDigest && !round.pending) {
        nextIndex += 1;
        return content;
      }
      if (hasSent)
        throw new Error(
          "A question was asked after a request was sent. Clients of 2026-07-28 restart the call after each reply, so the request would be sent twice. Ask first. Before a question, use only `call` for operations that read.",
        );
      const state = {
        answered: answers.slice(0, nextIndex),
        asked: questionDigest,
      };
      round.pending ??= { question, state };
      throw new CallError("The user is asked first.");
    },
    guardRequests: (base) => ({
      ...base,
      async send(args) {
        assertMaySend("");
        return base.send(args);
      },
      async call(component, args) {
        assertMaySend(component.request);
        return base.call(component, args);
      },
    }),
  };
  return round;
}

interface Round {
  readonly elicit: NonNullable<Caller["elicit"]>;
  /** Lets a handler send nothing while a question has no reply. */
  readonly guardRequests: (context: Context) => Context;
  /** Question to ask before the handler can continue. */
  pending?: { readonly question: Args; readonly state: ConsentState };
}
