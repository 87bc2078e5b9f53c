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
  const { text = "", ...whole } = definition;
  const known = whole.arguments ?? {};
  return {
    kind: "prompt",
    request: "custom",
    handler: (args: Args) => filled(dedent(text), known, args),
    ...whole,
  };
}

/** What is no argument stays; what was not given is left out. */
function filled(text: string, known: object, args: Args): string {
  return text.replace(/\{([\w-]+)\}/g, (whole, name: string) =>
    Object.hasOwn(known, name) ? toText(getOwn(args, name) ?? "") : whole,
  );
}
