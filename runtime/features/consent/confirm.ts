import { getOwn, propertiesOf, requiredOf, toText } from "../../index.js";
import type {
  Args,
  RegisteredComponent,
  Feature,
  MethodHandler,
  JsonSchema,
  McpService,
  Tool,
} from "../../index.js";

declare module "../../types.js" {
  // Declared only in a project with this feature, so that no module asks without effect.
  interface ToolDefinition<Operation extends OperationTypes> {
    /**
     * Argument that callers have to repeat as `confirm`; with the feature `person`, also `person` or
     * `person-or-repeat`.
     */
    readonly confirm?: Operation extends OperationTypes ? string : never;
  }
}

/**
 * Requires `confirm`, which repeats another argument, for tools that declare it; works with clients that can't ask the
 * user.
 */
export function confirm(): Feature {
  return {
    name: "confirm",
    stage: "call",
    below: ["flat-bodies"],
    methods: (service) =>
      requireRepetition(service, ({ component }) =>
        readConfirmArgument(component as Partial<Tool>),
      ), // other components confirm nothing
  };
}

export const readConfirmArgument = ({ confirm: argumentName }: Partial<Tool>) =>
  argumentName;

/** Requires `confirm` for each component with an argument to repeat. `isOptional`: the listing does not require it. */
export function requireRepetition(
  { entries, handlers }: Pick<McpService, "entries" | "handlers">,
  findArgument: (entry: RegisteredComponent) => string | undefined,
  isOptional = false,
): Readonly<Record<string, MethodHandler>> {
  const { "tools/call": call, "tools/list": list } = handlers;
  const repeatedArguments = new Map(
    entries.flatMap((entry) => {
      const name = findArgument(entry);
      return name === undefined ? [] : [[entry.component.name, name] as const];
    }),
  );
  if (!call || !list || repeatedArguments.size === 0) return {};
  return {
    async "tools/list"(params, caller) {
      const listing = (await list(params, caller)) as { tools: ListedTool[] }; // shape of the core's listing
      const tools = listing.tools.map((tool) => {
        const name = repeatedArguments.get(tool.name);
        return name === undefined ? tool : addConfirm(tool, name, isOptional);
      });
      return { ...listing, tools };
    },
    "tools/call"(params, caller) {
      const tool = String(params["name"]);
      const name = repeatedArguments.get(tool);
      if (name === undefined) return call(params, caller);
      const { confirm: repetition, ...args } = Object(
        params["arguments"],
      ) as Args;
      const original = getOwn(args, name);
      if (original !== undefined && toText(original) === toText(repetition))
        return call({ ...params, arguments: args }, caller);
      const missing = original === undefined ? `\n- /${name}: is required` : "";
      const text = `Wrong arguments for ${tool}; nothing was sent.\n- /confirm: must repeat ${name}, because this can't be undone${missing}`;
      return { content: [{ type: "text", text }], isError: true };
    },
  };
}

interface ListedTool {
  readonly name: string;
  readonly inputSchema: JsonSchema;
}

/** Adds `confirm` to the arguments of a tool. */
function addConfirm(
  tool: ListedTool,
  name: string,
  isOptional: boolean,
): ListedTool {
  const { inputSchema: schema } = tool;
  const condition = isOptional
    ? "If the client can't ask the user: repeat"
    : "Repeat";
  const description = `${condition} ${name}, because this can't be undone.`;
  const properties = {
    ...Object.fromEntries(propertiesOf(schema)),
    confirm: { type: "string", description },
  };
  const required = [...requiredOf(schema), ...(isOptional ? [] : ["confirm"])];
  return { ...tool, inputSchema: { ...schema, properties, required } };
}
