import { CallError, assertSendable } from "../../index.js";
import type {
  Args,
  Caller,
  RegisteredComponent,
  Feature,
  Tool,
} from "../../index.js";
import { confirmArgument, repeating } from "../confirm.js";
import { digestCall, formatQuestion } from "./question.js";

/**
 * Asks the person in front of the client before anything is sent where a module says `confirm: "person"`, never before
 * what only reads. A client that can't ask is refused; with `person-or-repeat` it has to repeat the last argument of
 * the path. The log tells who said what to which arguments.
 */
export const elicitConsent: Feature = (service) => {
  const { entries, handlers, redact } = service;
  const { "tools/call": send } = handlers;
  if (!send) return {};
  const others = repeating(service, ({ component }) => {
    const what = confirmArgument(component as Partial<Tool>); // others confirm nothing
    return what !== undefined && WORD.test(what) ? undefined : what;
  });
  const asked = new Map(
    entries.filter(isAsked).map((entry) => [entry.component.name, entry]),
  );
  const repeated = repeating(
    {
      entries: [...asked.values()],
      handlers: {
        ...handlers,
        ...others,
        "tools/call"(params, caller) {
          tell("repeat", params, caller);
          return send(params, caller);
        },
      },
    },
    repeatedOf,
    true,
  );
  const { "tools/call": call = send } = others;
  const { "tools/call": repeat = send } = repeated;
  return {
    ...others,
    ...repeated,
    async "tools/call"(params, caller) {
      const entry = asked.get(String(params["name"]));
      if (!entry) return call(params, caller);
      const canRepeat = repeatedOf(entry) !== undefined;
      if (!caller.elicit && canRepeat) return repeat(params, caller);
      caller.guard?.(entry.component);
      const { confirm, ...rest } = Object(params["arguments"]) as Args;
      const args =
        canRepeat || confirm === undefined ? rest : { ...rest, confirm };
      const sent = { ...params, arguments: args };
      let question = "";
      try {
        // Nobody is asked for what can't be sent.
        assertSendable(entry, args, caller);
        question = formatQuestion(entry, args);
      } catch (error) {
        if (error instanceof CallError) return refuse(redact(error.message));
        throw error;
      }
      const said = await answerTo(redact(question), caller);
      tell(said, sent, caller);
      return said === "accept" ? send(sent, caller) : refuse(REFUSED[said]);
    },
  };
};

/** What of `confirm` names no argument. */
const WORD = /^person(-or-repeat)?$/;

function isAsked({ component }: RegisteredComponent): boolean {
  const tool = component as Partial<Tool>; // others confirm nothing
  const isRead = tool.annotations?.readOnlyHint === true;
  return !isRead && WORD.test(confirmArgument(tool) ?? "");
}

/** The argument to repeat where nobody can be asked; undefined: that is not enough. */
function repeatedOf(entry: RegisteredComponent): string | undefined {
  const { component, parameters, path } = entry;
  if (confirmArgument(component as Partial<Tool>) === "person")
    return undefined;
  const { fixed = {} } = component;
  const placeOf = ({ name }: { name: string }) => path.indexOf(`{${name}}`);
  return parameters()
    .filter((one) => one.in === "path" && !Object.hasOwn(fixed, one.argument))
    .sort((a, b) => placeOf(a) - placeOf(b))
    .at(-1)?.argument;
}

// prettier-ignore
const REFUSED = {
  nobody: "Nothing was sent: a person has to say yes to this, and this client can't ask one (over HTTP, clients of 2025 need the feature sessions for it).",
  decline: "Nothing was sent: the person said no. Call again only if they ask for it.",
  cancel: "Nothing was sent: the person gave no answer. Ask them what they want.",
  unanswered: "Nothing was sent: the question reached nobody, or nobody answered in time.",
};

/** https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#response-actions */
async function answerTo(message: string, { elicit }: Caller) {
  if (!elicit) return "nobody";
  const requestedSchema = { type: "object", properties: {} };
  try {
    const { action } = (await elicit({ message, requestedSchema })) as Args;
    return action === "accept" || action === "decline" ? action : "cancel";
  } catch (error) {
    if (error instanceof CallError) throw error; // the call begins anew
    return "unanswered";
  }
}

function tell(said: string, params: Args, { id, log, principal }: Caller) {
  log.info("consent", {
    tool: params["name"],
    said,
    arguments: digestCall(params["arguments"] ?? {}),
    id,
    principal: principal?.name ?? principal?.id,
  });
}

const refuse = (text: string) => ({
  content: [{ type: "text", text }],
  isError: true,
});
