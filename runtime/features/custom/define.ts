import type {
  Argument,
  Context,
  Definition,
  HandlerResult,
  OperationTypes,
  Tool,
  ToolDefinition,
  ToolResult,
  Typed,
} from "../../index.js";
import type { Place, Resource } from "../resource.js";

export { definePrompt } from "../prompts/define.js";

/** Arguments by name: `{ bookId: { type: "integer", required: true } }` */
export type Arguments = Readonly<Record<string, Argument>>;

/** What a handler is given, as far as the schemas of its arguments say it. */
export type ArgsOf<Given extends Arguments> = {
  [Name in keyof Given as IsRequired<Given[Name], Name>]: ValueOf<Given[Name]>;
} & {
  [Name in keyof Given as IsRequired<Given[Name], never, Name>]?: ValueOf<
    Given[Name]
  >;
};

type IsRequired<Schema, Yes, No = never> = Schema extends { required: true }
  ? Yes
  : No;

type ValueOf<Schema> = Schema extends { enum: readonly (infer Value)[] }
  ? Value
  : Schema extends { type: "array"; items: infer Items }
    ? ValueOf<Items>[]
    : Schema extends { type: keyof Types }
      ? Types[Schema["type"]]
      : unknown;

interface Types {
  boolean: boolean;
  integer: number;
  number: number;
  object: Record<string, unknown>;
  string: string;
}

/** What of a definition tells of a request, or is typed by an operation. */
type OfOperation =
  | "accept"
  | "arguments"
  | "body"
  | "bodyRequired"
  | "contentType"
  | "encoding"
  | "example"
  | "examples"
  | "fixed"
  | "handler"
  | "names"
  | "request"
  | "security"
  | "server"
  | "strip"
  | "timeout";

/** The context of what has no request of its own; `call` sends those of operations. */
export type CustomContext = Omit<Context, "send">;

type Result = Promise<HandlerResult> | HandlerResult;

interface CustomTool<
  Given extends Arguments,
  Gives extends HandlerResult,
> extends Omit<ToolDefinition, OfOperation> {
  readonly arguments?: Given;
  handler(args: ArgsOf<Given>, context: CustomContext): Promise<Gives> | Gives;
}

/** What `calls` knows of it: it is no operation, which `call` could send. */
type Own<Given extends Arguments, Gives> = {
  readonly own: { arguments: ArgsOf<Given>; answer: Gives };
};

interface CustomResource
  extends
    Omit<Definition<OperationTypes>, OfOperation>,
    Omit<Place, "uriTemplate"> {
  readonly uri: string;
  /** Text has the type `mimeType`; for bytes, an answer: `{ status: 200, headers: {}, contentType: "image/png", data }` */
  read(this: void, context: CustomContext): Result;
}

/** A tool that no operation stands behind. */
export function defineTool<
  const Given extends Arguments = Record<never, Argument>,
  Gives extends HandlerResult = HandlerResult,
>(definition: CustomTool<Given, Gives>): Tool & Typed<Own<Given, Gives>> {
  const whole = { kind: "tool", request: "custom", ...definition };
  return whole as Tool; // its handler is called with what its own arguments let through
}

/** A resource that no operation stands behind; also `ui://…`, as `text/html;profile=mcp-app`. */
export function defineResource({ read, ...own }: CustomResource): Resource {
  return {
    kind: "resource",
    request: "custom",
    ...own,
    handler: (_args, context) => read(context),
  };
}

/** A result of these texts. */
export function text(...texts: readonly string[]): ToolResult {
  return { content: texts.map((one) => ({ type: "text", text: one })) };
}
