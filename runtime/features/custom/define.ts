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
import type { ResourceAddress, Resource } from "../define-resource.js";

export { definePrompt } from "../prompts/define.js";

/** Arguments by name: `{ bookId: { type: "integer", required: true } }` */
export type Arguments = Readonly<Record<string, Argument>>;

/** What a handler is given, as far as the schemas of its arguments say it. */
export type ArgsFrom<Declared extends Arguments> = {
  [Name in keyof Declared as IsRequired<Declared[Name], Name>]: SchemaValue<
    Declared[Name]
  >;
} & {
  [
    Name in keyof Declared as IsRequired<Declared[Name], never, Name>
  ]?: SchemaValue<Declared[Name]>;
};

type IsRequired<Schema, Yes, No = never> = Schema extends { required: true }
  ? Yes
  : No;

type SchemaValue<Schema> = Schema extends { enum: readonly (infer Value)[] }
  ? Value
  : Schema extends { type: "array"; items: infer Items }
    ? SchemaValue<Items>[]
    : Schema extends { type: keyof TypesByName }
      ? TypesByName[Schema["type"]]
      : unknown;

interface TypesByName {
  boolean: boolean;
  integer: number;
  number: number;
  object: Record<string, unknown>;
  string: string;
}

/** What of a definition tells of a request, or is typed by an operation. */
type OperationMember =
  | "accept"
  | "arguments"
  | "body"
  | "bodyRequired"
  | "contentType"
  | "encoding"
  | "example"
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

type Returned = Promise<HandlerResult> | HandlerResult;

interface CustomTool<
  Declared extends Arguments,
  Output extends HandlerResult,
> extends Omit<ToolDefinition, OperationMember> {
  readonly arguments?: Declared;
  handler(
    args: ArgsFrom<Declared>,
    context: CustomContext,
  ): Promise<Output> | Output;
}

/** What `calls` knows of it: it is no operation, which `call` could send. */
type CustomTypes<Declared extends Arguments, Output> = {
  readonly own: { arguments: ArgsFrom<Declared>; response: Output };
};

interface CustomResource
  extends
    Omit<Definition<OperationTypes>, OperationMember>,
    Omit<ResourceAddress, "uriTemplate"> {
  readonly uri: string;
  /** Text has the type `mimeType`; for bytes, an answer: `{ status: 200, headers: {}, contentType: "image/png", data }` */
  read(this: void, context: CustomContext): Returned;
}

/** A tool that no operation stands behind. */
export function defineTool<
  const Declared extends Arguments = Record<never, Argument>,
  Output extends HandlerResult = HandlerResult,
>(
  definition: CustomTool<Declared, Output>,
): Tool & Typed<CustomTypes<Declared, Output>> {
  const tool = { kind: "tool", request: "custom", ...definition };
  return tool as Tool; // its handler is called with what its own arguments let through
}

/** A resource that no operation stands behind; also `ui://…`, as `text/html;profile=mcp-app`. */
export function defineResource({
  read: readContents,
  ...members
}: CustomResource): Resource {
  return {
    kind: "resource",
    request: "custom",
    ...members,
    handler: (_args, context) => readContents(context),
  };
}

/** A result of these texts. */
export function text(...texts: readonly string[]): ToolResult {
  return { content: texts.map((text) => ({ type: "text", text })) };
}
