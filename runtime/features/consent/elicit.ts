import { CallError, assertSendable } from "../../index.js";
import type {
  Args,
  Caller,
  RegisteredComponent,
  Feature,
  McpService,
  MethodHandlers,
  Tool,
} from "../../index.js";
import { readConfirmArgument, requireRepetition } from "./confirm.js";
import { digestCall, formatQuestion } from "./question.js";

/**
 * Asks the user in front of the client before a tool with `confirm: "person"` sends anything; never for a tool that
 * only reads. Refuses a client that can't ask; with `person-or-repeat` it has to repeat the last path argument instead.
 * Logs each decision with a digest of the arguments.
 */
export function elicitConsent(): Feature {
  return {
    name: "person",
    includes: ["confirm"],
    stage: "call",
    below: ["error-details", "flat-bodies", "shorten-responses"],
    methods: wrapMethods,
  };
}

function wrapMethods(service: McpService): MethodHandlers {
  const { entries, handlers } = service;
  const { redact } = service.context;
  const { "tools/call": send } = handlers;
  if (!send) return {};
  const confirmHandlers = requireRepetition(service, ({ component }) => {
    const argumentName = readConfirmArgument(component as Partial<Tool>); // other components confirm nothing
    return argumentName !== undefined && CONFIRM_KEYWORD.test(argumentName)
      ? undefined
      : argumentName;
  });
  const askedComponents = new Map(
    entries
      .filter(requiresPerson)
      .map((entry) => [entry.component.name, entry]),
  );
  const repeatHandlers = requireRepetition(
    {
      entries: [...askedComponents.values()],
      handlers: {
        ...handlers,
        ...confirmHandlers,
        "tools/call"(params, caller) {
          const entry = askedComponents.get(String(params["name"]));
          if (entry) noteDecision("repeat", entry, params, caller);
          return send(params, caller);
        },
      },
    },
    findRepeatedArgument,
    true,
  );
  const { "tools/call": call = send } = confirmHandlers;
  const { "tools/call": repeat = send } = repeatHandlers;
  return {
    ...confirmHandlers,
    ...repeatHandlers,
    async "tools/call"(params, caller) {
      const entry = askedComponents.get(String(params["name"]));
      if (!entry) return call(params, caller);
      const canRepeat = findRepeatedArgument(entry) !== undefined;
      if (!caller.elicit && canRepeat) return repeat(params, caller);
      const { confirm, ...otherArgs } = Object(params["arguments"]) as Args;
      const args =
        canRepeat || confirm === undefined
          ? otherArgs
          : { ...otherArgs, confirm };
      const sendParams = { ...params, arguments: args };
      let question = "";
      try {
        // No question about a call that can't be sent.
        assertSendable(entry, args, caller);
        question = formatQuestion(entry, args, redact);
      } catch (error) {
        if (error instanceof CallError) return refuse(redact(error.message));
        throw error;
      }
      const decision = await askPerson(redact(question), caller);
      noteDecision(decision, entry, sendParams, caller);
      return decision === "accept"
        ? send(sendParams, caller)
        : refuse(REFUSALS[decision]);
    },
  };

  /** Logs a decision, and passes it to the features that record it. */
  function noteDecision(
    outcome: string,
    entry: RegisteredComponent,
    params: Args,
    caller: Caller,
  ): void {
    const { id, log, principal } = caller;
    const input = (params["arguments"] ?? {}) as Args; // `dispatch` accepts only objects
    service.hooks.consent?.(outcome, { entry, args: input, input, caller });
    log.info("consent", {
      tool: params["name"],
      said: outcome,
      arguments: digestCall(input),
      id,
      principal: principal?.name ?? principal?.id,
    });
  }
}

/** Values of `confirm` that name no argument. */
const CONFIRM_KEYWORD = /^person(-or-repeat)?$/;

function requiresPerson({ component }: RegisteredComponent): boolean {
  const tool = component as Partial<Tool>; // other components confirm nothing
  const isRead = tool.annotations?.readOnlyHint === true;
  return !isRead && CONFIRM_KEYWORD.test(readConfirmArgument(tool) ?? "");
}

/** Finds the argument to repeat if no one can be asked; undefined if a user has to confirm. */
function findRepeatedArgument(entry: RegisteredComponent): string | undefined {
  const { component, parameters, path } = entry;
  if (readConfirmArgument(component as Partial<Tool>) === "person")
    return undefined;
  const hidden = { ...component.fixed, ...component.fromClient };
  const findPosition = ({ name }: { name: string }) =>
    path.indexOf(`{${name}}`);
  return parameters()
    .filter(
      (parameter) =>
        parameter.in === "path" && !Object.hasOwn(hidden, parameter.argument),
    )
    .sort((a, b) => findPosition(a) - findPosition(b))
    .at(-1)?.argument;
}

// prettier-ignore
const REFUSALS = {
  nobody: "Nothing was sent: the user must confirm this, and this client can't ask them. Over HTTP, clients of 2025 need the feature sessions for that.",
  decline: "Nothing was sent: the user declined. Call again only if they ask you to.",
  cancel: "Nothing was sent: the user closed the question. Ask them what they want.",
  unanswered: "Nothing was sent: the user did not reply in time.",
};

/** https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#response-actions */
async function askPerson(message: string, { elicit }: Caller) {
  if (!elicit) return "nobody";
  const requestedSchema = { type: "object", properties: {} };
  try {
    const { action } = (await elicit({ message, requestedSchema })) as Args;
    return action === "accept" || action === "decline" ? action : "cancel";
  } catch (error) {
    if (error instanceof CallError) throw error; // the call starts again
    return "unanswered";
  }
}

const refuse = (text: string) => ({
  content: [{ type: "text", text }],
  isError: true,
});
