import { getOwn, propertiesOf, requiredOf, toText } from "../index.js";
import type {
  Args,
  RegisteredComponent,
  Feature,
  MethodHandler,
  JsonSchema,
  McpService,
  Tool,
} from "../index.js";

declare module "../types.js" {
  // Known to modules only where this feature is, so that none asks in vain.
  interface ToolDefinition<Operation extends OperationTypes> {
    /** Argument that callers have to repeat as `confirm`; with the feature `person`, also `person` or `person-or-repeat`. */
    readonly confirm?: Operation extends OperationTypes ? string : never;
  }
}

/** Asks for `confirm`, which repeats another argument, where a module says so; works with clients that ask no questions. */
export const confirm: Feature = (service) =>
  repeating(service, ({ component }) =>
    confirmArgument(component as Partial<Tool>),
  ); // others confirm nothing

export const confirmArgument = ({ confirm: what }: Partial<Tool>) => what;

/** Asks for `confirm` where there is an argument to repeat; optional: the listing can do without. */
export function repeating(
  { entries, handlers }: Pick<McpService, "entries" | "handlers">,
  argumentOf: (entry: RegisteredComponent) => string | undefined,
  isOptional = false,
): Readonly<Record<string, MethodHandler>> {
  const { "tools/call": call, "tools/list": list } = handlers;
  const repeated = new Map(
    entries.flatMap((entry) => {
      const name = argumentOf(entry);
      return name === undefined ? [] : [[entry.component.name, name] as const];
    }),
  );
  if (!call || !list || repeated.size === 0) return {};
  return {
    async "tools/list"(params, caller) {
      const listed = (await list(params, caller)) as { tools: Listed[] }; // what the core lists
      const all = listed.tools.map((tool) => {
        const name = repeated.get(tool.name);
        return name === undefined ? tool : asking(tool, name, isOptional);
      });
      return { ...listed, tools: all };
    },
    "tools/call"(params, caller) {
      const tool = String(params["name"]);
      const name = repeated.get(tool);
      if (name === undefined) return call(params, caller);
      const { confirm: said, ...args } = Object(params["arguments"]) as Args;
      const meant = getOwn(args, name);
      if (meant !== undefined && toText(meant) === toText(said))
        return call({ ...params, arguments: args }, caller);
      const missing = meant === undefined ? `\n- /${name}: is required` : "";
      const text = `Wrong arguments for ${tool}; nothing was sent.\n- /confirm: must repeat ${name}, since this can't be undone${missing}`;
      return { content: [{ type: "text", text }], isError: true };
    },
  };
}

interface Listed {
  readonly name: string;
  readonly inputSchema: JsonSchema;
}

/** A tool whose arguments have `confirm`. */
function asking(tool: Listed, name: string, isOptional: boolean): Listed {
  const { inputSchema: schema } = tool;
  const when = isOptional ? "Where no person can be asked: repeat" : "Repeat";
  const description = `${when} ${name}, since this can't be undone.`;
  const properties = {
    ...Object.fromEntries(propertiesOf(schema)),
    confirm: { type: "string", description },
  };
  const required = [...requiredOf(schema), ...(isOptional ? [] : ["confirm"])];
  return { ...tool, inputSchema: { ...schema, properties, required } };
}
