import {
  isSchema,
  schemasIn,
  getOwn,
  propertiesOf,
  requiredOf,
} from "../../index.js";
import {
  isOfType,
  isToolResult,
  toApiResponse,
  collectTools,
} from "../../index.js";
import {
  truncateText,
  lazy,
  escapePointerToken,
  resolveRef,
  toText,
  typeOf,
} from "../../index.js";
import type {
  Args,
  CallHooks,
  Feature,
  MethodHandlers,
  HandlerResult,
  JsonSchema,
  RegisteredComponent,
  ResultOrigin,
  Schemas,
  Tool,
  ToolResult,
} from "../../index.js";

/** Lists output schemas for tools, and adds structured content to results. */
export function structuredOutput(): Feature {
  const declarations = new WeakMap<
    RegisteredComponent,
    { readonly declaration: Declaration | undefined }
  >();
  /** Returns the output schema of a tool, which is prepared once. */
  const declarationOf = (entry: RegisteredComponent) => {
    const stored = declarations.get(entry) ?? {
      declaration: readDeclaration(entry),
    };
    declarations.set(entry, stored);
    return stored.declaration;
  };
  return {
    name: "output-schemas",
    stage: "call",
    hooks: () => ({ structuredContent: createStructurer(declarationOf) }),
    methods({ entries, handlers: { "tools/list": list } }): MethodHandlers {
      if (!list) return {};
      const tools = collectTools(entries);
      return {
        async "tools/list"(params, caller) {
          const listing = (await list(params, caller)) as {
            tools: ListedTool[];
          }; // format of the core's handler
          const listedTools = listing.tools.map((tool) => {
            const entry = tools.get(tool.name);
            const declaration = entry && declarationOf(entry);
            return declaration
              ? { ...tool, outputSchema: declaration.schema }
              : tool;
          });
          return { ...listing, tools: listedTools };
        },
      };
    },
  };
}

type Declaration = ReturnType<typeof declaredSchema> & {
  readonly isOwn: boolean;
};

/** Reads the output schema of a tool: its own, or that of the document; undefined without one. */
function readDeclaration({
  component,
  source,
}: RegisteredComponent): Declaration | undefined {
  const { outputSchema } = component as Partial<Tool>; // other components have none
  const { $defs = {}, operations } = source.outputSchemas ?? {};
  const schema = outputSchema ?? getOwn(operations, component.request);
  return (
    schema && {
      ...declaredSchema(schema, $defs),
      isOwn: outputSchema !== undefined,
    }
  );
}

/** Creates the hook for structured content, which logs once for each tool that its handler returns another shape. */
function createStructurer(
  declarationOf: (entry: RegisteredComponent) => Declaration | undefined,
): NonNullable<CallHooks["structuredContent"]> {
  const loggedNames = new Set<string>();
  return (value, { caller, entry }, origin) => {
    const declaration = declarationOf(entry);
    if (!declaration) return undefined;
    const { name } = entry.component;
    const { content, isReshaped } = toStructured(value, declaration, origin);
    if (isReshaped && !loggedNames.has(name)) {
      const line = JSON.stringify(sketchSchema(readData(value)));
      const hint = `The handler returns a different shape than the document declares. Add this line to its module: outputSchema: ${line},`;
      caller.log.info("reshaped", { name, hint });
      loggedNames.add(name);
    }
    return content;
  };
}

type ListedTool = { readonly name: string };

/**
 * Names under which structured content holds data that differs from its schema, and data that differs for a legitimate
 * reason.
 */
const UNFIT_NAME = "_unfit";
const RESULT_NAME = "_result";
/** Object that only a schema without restrictions accepts. */
const PROBE = {
  [UNFIT_NAME]: Symbol("any"),
  [RESULT_NAME]: Symbol("any"),
  _note: "",
};

/**
 * Returns a schema for a listing, with the schemas that it refers to. A response that may be no object, or whose schema
 * reserves all names, is wrapped in `result`.
 */
export function declaredSchema(
  schema: JsonSchema,
  documentDefs: Schemas["$defs"],
) {
  const { type } = schema;
  const root = {
    ...(resolveRef(schema, documentDefs)?.schema ?? schema),
    type,
  };
  const isObject = type === "object" && !createCheck(root, documentDefs)(PROBE);
  const result = { type: "object", properties: { result: schema } };
  const listedSchema = isObject ? root : result;
  const pendingSchemas: JsonSchema[] = [listedSchema];
  const usedSchemas = new Map<string, JsonSchema>();
  for (const pendingSchema of pendingSchemas)
    JSON.stringify(pendingSchema, (_name, part: unknown) => {
      const target = isSchema(part) && resolveRef(part, documentDefs);
      if (target && !usedSchemas.has(target.name))
        pendingSchemas.push(target.schema);
      if (target) usedSchemas.set(target.name, target.schema);
      return part;
    });
  const $defs = usedSchemas.size > 0 && {
    $defs: Object.fromEntries(usedSchemas),
  };
  const check = lazy(() => createCheck(listedSchema, documentDefs));
  return { check, isObject, schema: { ...listedSchema, ...$defs } };
}

/** A listed schema. `isOwn`: the module declares it, not the document. */
interface Declared extends ReturnType<typeof declaredSchema> {
  readonly isOwn?: boolean;
}

/** Structured content. `isReshaped`: the handler returned another shape than the document declares. */
interface Structured {
  readonly content: ToolResult["structuredContent"];
  readonly isReshaped?: boolean;
}

/**
 * Returns structured content that matches its schema, since clients reject a result with other content. Data that
 * differs is wrapped, and `_note` gives the reason, as it does for other notes. Errors have no structured content.
 */
export function toStructured(
  value: HandlerResult,
  { check, isObject, isOwn = false }: Declared,
  origin: ResultOrigin,
): Structured {
  if (isToolResult(value) && value.isError) return { content: undefined };
  const data = readData(value);
  const note = readNote(value);
  const wrappedData = isObject ? data : { result: data };
  const contentData = data === undefined ? {} : wrappedData;
  const content =
    note && isSchema(contentData)
      ? addContentNote(contentData, note)
      : contentData;
  const wrapData = (name: string, reason: string) => ({
    [name]: data,
    _note: note ? `${note}\n${reason}` : reason,
  });
  const difference = check()(content);
  if (!difference) return { content: content as Args }; // an object, as all listed schemas require
  if (!check()(content, { isExact: true })) {
    const reason = `Integers beyond 2^53 are strings of digits; see \`${RESULT_NAME}\`.`;
    return { content: wrapData(RESULT_NAME, reason) };
  }
  if (origin === "handler" && !isOwn) {
    const reason = `See \`${RESULT_NAME}\`: returned by this server's own handler.`;
    return { content: wrapData(RESULT_NAME, reason), isReshaped: true };
  }
  const schema = isOwn ? "the outputSchema of its tool" : "its schema";
  const reason = `Response differs from ${schema} (${difference}); see \`${UNFIT_NAME}\`.`;
  return { content: wrapData(UNFIT_NAME, reason) };
}

/** Returns the data of a result. Omits files, and strings that are too long to be sent twice; the content has them. */
function readData(value: HandlerResult): unknown {
  if (isToolResult(value)) return value.structuredContent;
  const { data } = toApiResponse(value);
  const isLong = typeof data === "string" && data.length > 1_000_000;
  return isLong || data instanceof Uint8Array ? undefined : data;
}

/** Returns the note of a response, or the strings of a tool result without structured content. */
function readNote(value: HandlerResult): string | undefined {
  if (!isToolResult(value)) return toApiResponse(value).note;
  const { content, structuredContent } = value;
  const texts = content.map((block) => ("text" in block ? block.text : ""));
  return structuredContent ? undefined : texts.join("\n").trim();
}

/** Maximum number of names and maximum depth in a sketch. */
const MAX_NAMES = 20;
const MAX_LEVELS = 3;

/** Derives a schema of types from a value, for users to copy. */
function sketchSchema(value: unknown, level = 0): JsonSchema {
  if (value === null || value === undefined || level > MAX_LEVELS) return {};
  if (Array.isArray(value)) {
    const [firstItem] = value as unknown[];
    const items = sketchSchema(firstItem, level + 1);
    return { type: "array", ...(Object.keys(items).length > 0 && { items }) };
  }
  if (typeof value !== "object") return { type: typeof value };
  const properties = Object.entries(value)
    .slice(0, MAX_NAMES)
    .map(([name, field]) => [name, sketchSchema(field, level + 1)] as const);
  return { type: "object", properties: Object.fromEntries(properties) };
}

/** Adds this server's note to the content, before a note of the API. */
function addContentNote(
  { _note: ownNote, ...fields }: JsonSchema,
  note: string,
) {
  const notes = [note, ...(ownNote === undefined ? [] : [toText(ownNote)])];
  return { _note: notes.join("\n"), ...fields };
}

type Check = (value: unknown) => string | undefined;

/**
 * Checks a value. `isExact`: strings of digits are accepted as integers beyond 2^53, since they were numbers in the
 * response.
 */
type RootCheck = (
  value: unknown,
  options?: { readonly isExact: boolean },
) => string | undefined;

/**
 * Creates a check that returns the first difference between a value and a schema: `/id: got string, expected integer or
 * null`. Compiled once, since responses have many values.
 */
function createCheck(root: JsonSchema, $defs: Schemas["$defs"]): RootCheck {
  const sharedChecks = new Map<string, () => Check>(); // by name of the shared schema
  let remainingSteps = 0;
  let isExact = false;
  const checkRoot = toCheck(root);
  return (value, options) => {
    remainingSteps = 3_000_000; // nested alternatives would take unlimited time
    isExact = options?.isExact ?? false;
    const difference = checkRoot(value);
    return difference && truncateText(difference.replace(/^: /, ""), 400);
  };

  function toCheck(schema: unknown): Check {
    if (!isSchema(schema)) return () => undefined;
    const {
      additionalProperties: additionalSchema,
      allOf,
      anyOf,
      items,
      type,
    } = schema;
    const types = [type ?? []].flat();
    const isNumber = types.some(
      (typeName) => typeName === "integer" || typeName === "number",
    );
    const { name: targetName = "", schema: targetSchema } =
      resolveRef(schema, $defs) ?? {};
    const getSharedCheck =
      sharedChecks.get(targetName) ?? lazy(() => toCheck(targetSchema)); // schemas may be recursive
    sharedChecks.set(targetName, getSharedCheck);
    const partChecks = schemasIn(allOf).map(toCheck);
    if (targetSchema) partChecks.push((value) => getSharedCheck()(value));
    const branchChecks = schemasIn(anyOf).map(toCheck);
    const required = requiredOf(schema);
    const [checkItem, checkOtherField] = [
      toCheck(items),
      toCheck(additionalSchema),
    ];
    const properties = propertiesOf(schema);
    const fieldChecks = new Map(
      properties.map(([name, property]) => [name, toCheck(property)]),
    );
    return (value) => {
      if ((remainingSteps -= 1) < 0) return ": too large to check";
      if (types[0] && !types.includes(typeOf(value))) {
        const isText = typeof value === "string";
        const isInteger = isText
          ? isExact && isNumber && isOfType(value, ["integer"])
          : Number.isInteger(value) && types.includes("integer");
        if (!isInteger)
          return `: got ${typeOf(value)}, expected ${types.map(String).join(" or ")}`;
      }
      let difference: string | undefined;
      for (const checkPart of partChecks) difference ??= checkPart(value);
      if (difference) return difference;
      for (const checkBranch of branchChecks) {
        const branchDifference = checkBranch(value);
        difference = branchDifference && (difference ?? branchDifference);
        if (!branchDifference) break;
      }
      if (difference || typeof value !== "object" || value === null)
        return difference;
      for (const name of required)
        if (!Object.hasOwn(value, name)) return `: ${name} is missing`;
      if (Array.isArray(value)) return checkItems(value, checkItem);
      const fields = value as Args; // by name
      for (const name of Object.keys(fields)) {
        const checkField = fieldChecks.get(name) ?? checkOtherField;
        const field = fields[name];
        difference = field === undefined ? field : checkField(field);
        if (difference) return `/${escapePointerToken(name)}${difference}`;
      }
      return undefined;
    };
  }
}

/** Checks the items of a list. Returns the first difference. */
function checkItems(
  items: readonly unknown[],
  checkItem: Check,
): string | undefined {
  for (const [index, item] of items.entries()) {
    const difference = item === undefined ? undefined : checkItem(item);
    if (difference) return `/${index}${difference}`;
  }
  return undefined;
}
