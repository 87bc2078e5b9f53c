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
} from "../../../index.js";
import type { ResourceAddress, Resource } from "../define-resource.js";

export { definePrompt } from "../prompts/define.js";

/** Arguments by name: `{ bookId: { type: "integer", required: true } }`. */
export type Arguments = Readonly<Record<string, Argument>>;

/** Types of a handler's arguments, derived from their schemas. */
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

/** Members of a definition that describe a request, or have an operation's types. */
type OperationMember =
  | "accept"
  | "arguments"
  | "body"
  | "bodyRequired"
  | "confirm"
  | "contentType"
  | "encoding"
  | "example"
  | "examples"
  | "fixed"
  | "fromClient"
  | "handler"
  | "names"
  | "request"
  | "security"
  | "server"
  | "strip"
  | "timeout";

/** Context of a component without a request; `call` sends the requests of operations. */
export type CustomContext = Omit<Context, "send">;

type Returned = Promise<HandlerResult> | HandlerResult;

/** Confirmation of a tool, in a project with the feature: an argument to repeat, or a question to the user. */
type Confirmable<Declared extends Arguments> =
  "confirm" extends keyof ToolDefinition
    ? {
        readonly confirm?:
          (keyof Declared & string) | "person" | "person-or-repeat";
      }
    : unknown;

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

/** Types for the script client, in a form that `call` rejects: the tool has no operation. */
type CustomTypes<Declared extends Arguments, Output> = {
  readonly own: { arguments: ArgsFrom<Declared>; response: Output };
};

interface CustomResource
  extends
    Omit<Definition<OperationTypes>, OperationMember>,
    Omit<ResourceAddress, "uriTemplate"> {
  readonly uri: string;
  /**
   * Returns the contents. Text has the type `mimeType`; for bytes, return a response: `{ status: 200, headers: {},
   * contentType: "image/png", data }`.
   */
  read(this: void, context: CustomContext): Returned;
}

/** Defines a tool without an operation. */
export function defineTool<
  const Declared extends Arguments = Record<never, Argument>,
  Output extends HandlerResult = HandlerResult,
>(
  definition: CustomTool<Declared, Output> & Confirmable<Declared>,
): Tool & Typed<CustomTypes<Declared, Output>> {
  const tool = { kind: "tool", request: "custom", ...definition };
  return tool as Tool; // the handler receives only arguments that were validated
}

/** Defines a resource without an operation; also `ui://…`, with the type `text/html;profile=mcp-app`. */
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

/** Returns a result with these strings. */
export function text(...texts: readonly string[]): ToolResult {
  return { content: texts.map((text) => ({ type: "text", text })) };
}

/** A scalar as a number, loosely as conditions of workflows compare it; NaN for null, undefined, a list or an object, whose `toString` may not be a function. */
export function toNumber(value: unknown): number {
  return value === null || typeof value === "object" ? NaN : Number(value);
}
