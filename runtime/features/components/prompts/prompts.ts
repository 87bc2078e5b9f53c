import {
  CallError,
  truncateText,
  describeComponent,
  INVALID_PARAMS,
  invoke,
  ProtocolError,
  toToolResult,
} from "../../../index.js";
import type {
  Args,
  Feature,
  HandlerResult,
  McpService,
  MethodHandler,
  MethodHandlers,
  RegisteredComponent,
} from "../../../index.js";
import type { Messages } from "./define.js";

/** Lists prompts and returns their messages. Throws if two prompts have the same name. */
export function prompts(): Feature {
  return { name: "prompts", stage: "methods", methods: addPrompts };
}

function addPrompts(service: McpService): MethodHandlers {
  const { entries } = service;
  const promptsByName = new Map<string, RegisteredComponent>();
  for (const entry of entries) {
    const { kind, name } = entry.component;
    if (kind === "prompt" && promptsByName.has(name))
      throw new Error(`Two prompts are called "${name}". Rename one of them.`);
    if (kind === "prompt") promptsByName.set(name, entry);
  }
  if (promptsByName.size === 0) return {};
  const getPrompt: MethodHandler = async (
    { arguments: args, name },
    caller,
  ) => {
    const entry = promptsByName.get(String(name));
    if (!entry)
      throw new ProtocolError(
        INVALID_PARAMS,
        `Unknown prompt: ${truncateText(String(name), 200)}`,
      );
    const input = (args ?? {}) as Args; // `dispatch` accepts only objects
    const invocation = { entry, input, caller, convert: toMessages };
    return invoke(service, invocation).catch((error: unknown) => {
      if (!(error instanceof CallError)) throw error;
      throw new ProtocolError(INVALID_PARAMS, error.message);
    });
  };
  return {
    "prompts/list": () => ({
      prompts: [...promptsByName.values()].map(toListedPrompt),
    }),
    "prompts/get": Object.assign(getPrompt, {
      findEntry: ({ name }: Args) => promptsByName.get(String(name)),
    }),
  };
}

function toListedPrompt({ component, parameters }: RegisteredComponent) {
  const { _meta, icons, name, title } = component;
  const description = describeComponent(component);
  const listedArguments = parameters().map(
    ({ argument, required = false, schema }) => ({
      name: argument,
      description: schema["description"],
      required,
    }),
  );
  return { name, title, description, arguments: listedArguments, icons, _meta };
}

/** Returns complete messages unchanged; converts any other result to messages of the user. */
function toMessages(value: HandlerResult): object {
  const { messages } = Object(value) as Partial<Messages>;
  if (Array.isArray(messages)) return value as object; // has the member `messages`
  const { content } = toToolResult(value);
  return { messages: content.map((content) => ({ role: "user", content })) };
}
