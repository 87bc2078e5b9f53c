import { dedent, getOwn, toText } from "../../index.js";
import type {
  Argument,
  Args,
  Component,
  Content,
  Context,
  Definition,
  HandlerResult,
  OperationTypes,
} from "../../index.js";

/** Messages that a person chooses to begin with: https://modelcontextprotocol.io/specification/2025-11-25/server/prompts */
export interface PromptDefinition extends Pick<
  Definition<OperationTypes>,
  "_meta" | "description" | "icons" | "name" | "tags" | "title"
> {
  readonly arguments?: Readonly<Record<string, Argument>>;
  /** What the model is told: `{genre}` stands for an argument. */
  readonly text?: string;
  /** In place of `text`: texts, blocks of content, or whole messages. */
  handler?(
    args: Readonly<Record<string, string | undefined>>,
    context: Omit<Context, "send">,
  ): Promise<HandlerResult | Messages> | HandlerResult | Messages;
}

/** Whole messages, for those that the assistant said. */
export interface Messages {
  readonly messages: readonly {
    readonly role: "assistant" | "user";
    readonly content: Content;
  }[];
}

export interface Prompt extends Component {
  readonly kind: "prompt";
}

/** A prompt that the server offers. */
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

/** What is no argument stays; what was not given is left out. */
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
