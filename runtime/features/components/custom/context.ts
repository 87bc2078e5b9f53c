import { CallError, validateArguments, toInputSchema } from "../../../index.js";
import type { Args, Caller, Context, Feature } from "../../../index.js";
import type { ArgsFrom, Arguments } from "./define.js";

declare module "../../../types.js" {
  interface Context<Operation extends OperationTypes = OperationTypes> {
    /**
     * Asks the user in front of the client: `elicit("How many?", { count: { type: "integer", required: true } })`.
     * Returns undefined if they decline. Throws a message for the model if the client can't ask.
     */
    elicit<const Fields extends Arguments>(
      this: void,
      message: string,
      fields: Fields,
    ): Promise<ArgsFrom<Fields> | undefined>;
    readonly log: Log;
    /** Identity of the caller; undefined if this server authenticates no one. */
    readonly principal: Operation extends OperationTypes
      ? Principal | undefined
      : never;
  }
}

/** Adds to the context of handlers: questions to the user, the log, and the caller's identity. */
export function context(): Feature {
  return {
    name: "context",
    stage: "call",
    hooks: () => ({
      context: (base, { caller }) => extendContext(base, caller),
    }),
  };
}

function extendContext(base: Context, caller: Caller): Context {
  const { log, principal } = caller;
  const elicit = (message: string, fields: Arguments) =>
    askPerson(message, fields, caller);
  return { ...base, log, principal, elicit } as Context; // `askPerson` validates the reply against the fields
}

async function askPerson(
  message: string,
  fields: Arguments,
  { elicit }: Caller,
) {
  if (!elicit)
    throw new CallError(
      "This needs a reply from the user, and this client can't ask for one. Ask the user yourself, and pass the reply as an argument if there is one for it.",
    );
  const schemas = { $defs: {}, arguments: {} };
  const schema = toInputSchema({ arguments: fields }, schemas);
  const { properties, required = [], type } = schema;
  const requestedSchema = { type, properties, required };
  const elicited = (await elicit({ message, requestedSchema })) as {
    action?: unknown; // https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#response-actions
    content?: Args;
  };
  if (elicited.action !== "accept") return undefined;
  try {
    return validateArguments(elicited.content ?? {}, {
      $defs: {},
      name: "",
      schema,
    });
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    const [, ...issueLines] = error.message.split("\n");
    const heading = "The user's reply does not fit the question.";
    throw new CallError([heading, ...issueLines].join("\n"));
  }
}
