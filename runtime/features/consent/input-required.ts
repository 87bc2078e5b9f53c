import {
  CallError,
  getOwn,
  isSchema,
  readElicitation,
  toPageParams,
  UnsentError,
} from "../../index.js";
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
    const { hasForms, hasPages } = readModes(params);
    const isAsked =
      caller.elicit !== undefined || caller.showPage !== undefined;
    if (isAsked || !(hasForms || hasPages)) return handler(params, caller);
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
    const { elicit, showPage } = round;
    let result: object | undefined;
    try {
      const askingCaller: AskingCaller = {
        ...caller,
        ...(hasForms && { elicit }),
        ...(hasPages && { showPage }),
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

/** Reads what a client of 2026-07-28 can show to its user: https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#capabilities */
function readModes({ _meta }: Args) {
  const { [CAPABILITIES]: capabilities } = Object(_meta) as Args;
  const { elicitation } = Object(capabilities) as Args;
  return readElicitation(elicitation);
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
  /** Number of requests that were or may have been sent, and that must not be sent twice. */
  let sentCount = 0;
  async function watch<Result>(
    request: string,
    send: () => Promise<Result>,
  ): Promise<Result> {
    if (round.pending) throw new CallError("The user is asked first.");
    if (SAFE_REQUEST.test(request)) return send();
    sentCount += 1;
    try {
      return await send();
    } catch (error) {
      if (error instanceof UnsentError) sentCount -= 1;
      throw error;
    }
  }
  async function ask(question: Args, identity: Args): Promise<object> {
    const questionDigest = digestCall(identity);
    const [knownDigest, content] = answers[nextIndex] ?? [];
    if (content && knownDigest === questionDigest && !round.pending) {
      nextIndex += 1;
      return content;
    }
    if (sentCount > 0)
      throw new Error(
        "A question was asked after a request was sent. Clients of 2026-07-28 restart the call after each reply, so the request would be sent twice. Ask first. Before a question, use only `call` for operations that read.",
      );
    const state = {
      answered: answers.slice(0, nextIndex),
      asked: questionDigest,
    };
    round.pending ??= { question, state };
    throw new CallError("The user is asked first.");
  }
  const round: Round = {
    elicit: (question) => ask(question, question),
    showPage(page) {
      // Its address may differ each time, and a page is shown once a call.
      const { mode, message } = toPageParams(page);
      return ask(toPageParams(page), { mode, message });
    },
    guardRequests: (base) => ({
      ...base,
      send: (args) => watch("", () => base.send(args)),
      call: (component, args) =>
        watch(component.request, () => base.call(component, args)),
    }),
  };
  return round;
}

interface Round {
  readonly elicit: NonNullable<Caller["elicit"]>;
  readonly showPage: NonNullable<Caller["showPage"]>;
  /** Lets a handler send nothing while a question has no reply. */
  readonly guardRequests: (context: Context) => Context;
  /** Question to ask before the handler can continue. */
  pending?: { readonly question: Args; readonly state: ConsentState };
}
