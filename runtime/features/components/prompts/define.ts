import { dedent, getOwn, toText } from "../../../index.js";
import type {
  Argument,
  Args,
  Component,
  Content,
  Context,
  Definition,
  HandlerResult,
  OperationTypes,
} from "../../../index.js";

/**
 * Messages with which a user starts a conversation:
 * https://modelcontextprotocol.io/specification/2025-11-25/server/prompts
 */
export interface PromptDefinition extends Pick<
  Definition<OperationTypes>,
  "_meta" | "description" | "icons" | "name" | "tags" | "title"
> {
  readonly arguments?: Readonly<Record<string, Argument>>;
  /** Text for the model; `{genre}` stands for an argument. */
  readonly text?: string;
  /** Returns strings, blocks of content, or complete messages, instead of `text`. */
  handler?(
    args: Readonly<Record<string, string | undefined>>,
    context: Omit<Context, "send">,
  ): Promise<HandlerResult | Messages> | HandlerResult | Messages;
}

/** Complete messages, which may be those of the assistant. */
export interface Messages {
  readonly messages: readonly {
    readonly role: "assistant" | "user";
    readonly content: Content;
  }[];
}

export interface Prompt extends Component {
  readonly kind: "prompt";
}

/** Defines a prompt. */
export function definePrompt(definition: PromptDefinition): Prompt {
  const { text = "", ...members } = definition;
  const declaredArguments = members.arguments ?? {};
  return {
    kind: "prompt",
    request: "custom",
    handler: (args: Args) =>
      fillTemplate(dedent(text), declaredArguments, args),
    ...members,
  };
}

/** Replaces the placeholders of arguments; a missing argument becomes empty, any other placeholder stays. */
function fillTemplate(
  text: string,
  declaredArguments: object,
  args: Args,
): string {
  return text.replace(/\{([\w-]+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(declaredArguments, name)
      ? toText(getOwn(args, name) ?? "")
      : placeholder,
  );
}
