import { RESERVED_HEADER } from "../runtime.js";
import { ToolwrightError } from "../errors.js";
import {
  isObject,
  getMember,
  toStrings,
  toWord,
  omit,
} from "../shared/json.js";
import type { Location, Parameter, Schema } from "../model.js";
import { mediaKindOf } from "../schema/media.js";
import { examplesOf } from "../schema/object-shape.js";
import {
  type Context,
  followOptionalChild,
  optionalNodeOf,
  followOptional,
  nodeOf,
  readChildText,
} from "./context.js";
import { isHiddenParameter } from "./extensions.js";
import { readContent, readExamples } from "./content.js";
import {
  childOf,
  childrenOf,
  itemsOf,
  type Node,
  type Target,
} from "./schema/refs.js";
import { isLocation, resolveStyle, readCollectionFormat } from "./styles.js";

/**
 * Collects the parameter objects of an operation, references followed: those of the path first, in their order, each
 * replaced by the operation's parameter of the same name and location. Throws `ToolwrightError` if a reference can't be
 * resolved, since the request might need that parameter. A parameter without `in` belongs to the path if the path has a
 * placeholder of its name, otherwise to the query: https://github.com/IBM/openapi-validator/issues/307
 */
export function gatherParameters(
  parameterLists: readonly Target[],
  context: Context,
  path: string,
): Node[] {
  const parametersByKey = new Map<string, Node>();
  for (const target of parameterLists.flatMap(itemsOf)) {
    const parameter = readParameterNode(target, context);
    if (parameter === undefined || isHiddenOptional(parameter, context))
      continue;
    const { value, pointer } = parameter;
    const { name } = value;
    const isPlaceholder = path.includes(`{${toWord(name)}}`);
    const { in: location = isPlaceholder ? "path" : "query" } = value;
    const node = { value: { ...value, in: location }, pointer };
    // Names of headers are case-insensitive.
    const key = location === "header" ? toWord(name).toLowerCase() : name;
    parametersByKey.set(JSON.stringify([location, key]), node);
  }
  return [...parametersByKey.values()];
}

/** True for a parameter that an extension hides, unless the request needs it. */
function isHiddenOptional(node: Node, context: Context): boolean {
  const { name, in: location, required } = node.value;
  const isHidden = isHiddenParameter(node, context);
  const isNeeded = location === "path" || required === true;
  if (isHidden && isNeeded)
    context.warn({
      code: "hidden-required",
      message: `The parameter ${toWord(name)} is required, so it stays visible although an extension hides it.`,
      pointer: node.pointer,
      hint: "Set its value with `fixed` in overrides, or remove the extension.",
    });
  return isHidden && !isNeeded;
}

function readParameterNode(target: Target, context: Context): Node | undefined {
  const { value, pointer } = target;
  // An object with a name is a parameter: its `$ref` is a mistake, and meant for the schema.
  // Hey API's document has two.
  const isNamed = isObject(value) && typeof value["name"] === "string";
  const resolvedNode = isNamed
    ? optionalNodeOf(target, context)
    : nodeOf(target, context);
  const isParameter = !isNamed || typeof resolvedNode?.value["in"] === "string";
  const node = isParameter ? resolvedNode : { value, pointer };
  if (typeof node?.value["name"] === "string") return node;
  context.warn({
    code: "bad-parameter",
    message: "This parameter has no name, so it was ignored.",
    pointer,
    hint: "Give it a name, or remove it.",
  });
  return undefined;
}

/** Reads the parameters in the path, query, headers and cookies. */
export function readParameters(
  nodes: readonly Node[],
  context: Context,
): Parameter[] {
  return nodes.flatMap((node) => {
    const { in: location, name } = node.value;
    if (location === "querystring") return readQueryString(node, context);
    if (!isLocation(location))
      throw toParameterError(
        node,
        `goes into ${JSON.stringify(location)}`,
        context,
      );
    if (location !== "header" || !RESERVED_HEADER.test(toWord(name)))
      return [readParameter(node, location, context)];
    // HTTP itself sets the other headers, so that ignoring them loses nothing.
    if (/^cookie$/i.test(toWord(name)))
      context.warn({
        code: "header-of-http",
        message: "The header Cookie can't be an argument.",
        pointer: node.pointer,
        hint: "Declare each cookie as a parameter (in: cookie), or set the header in client.ts.",
      });
    return [];
  });
}

/** Reads the schema of the header `Accept`; null if no parameter declares it. */
export function readAcceptSchema(
  nodes: readonly Node[],
  context: Context,
): Schema | null {
  const node = nodes.find(
    ({ value }) =>
      value["in"] === "header" && /^accept$/i.test(toWord(value["name"])),
  );
  return node === undefined ? null : readSchema(node, context);
}

function readParameter(
  node: Node,
  location: Location,
  context: Context,
): Parameter {
  const { value, pointer } = node;
  const [content] = readContent(
    followOptionalChild(node, "content", context),
    context,
  );
  const schema = content?.schema ?? readSchema(node, context);
  const declaredExamples = readExamples(node, context);
  const style = resolveStyle(location, value["style"]);
  const { explode } = value;
  return {
    name: toWord(value["name"]),
    component: findComponentName(pointer),
    in: location,
    description: readChildText(node, "description", context),
    required: location === "path" || value["required"] === true,
    deprecated: value["deprecated"] === true,
    style,
    explode:
      typeof explode === "boolean" ? explode : /^(form|cookie)$/.test(style),
    allowReserved: value["allowReserved"] === true,
    allowEmptyValue: value["allowEmptyValue"] === true,
    contentType: content?.contentType ?? null,
    schema,
    examples:
      declaredExamples.length > 0
        ? declaredExamples
        : (content?.examples ?? examplesOf(schema)),
    // Hey API's document keeps `collectionFormat` in 3.0 and 3.1.
    ...((context.isSwagger || "collectionFormat" in value) &&
      value["type"] === "array" &&
      readCollectionFormat(location, value["collectionFormat"])),
  };
}

/** Name of the component at a pointer, if it is valid in `#/arguments/<name>`; otherwise null. */
function findComponentName(pointer: string): string | null {
  const [, name = "__proto__"] =
    /^(?:\/components)?\/parameters\/([\w.-]+)$/.exec(pointer) ?? [];
  return name === "__proto__" ? null : name;
}

/** Fields of a parameter that are not keywords of a schema, or have another meaning there. */
const PARAMETER_FIELDS = [
  "description",
  "required",
  "deprecated",
  "example",
  "examples",
];

/**
 * Reads the schema of a parameter. Swagger 2.0, and some later documents by mistake, write its keywords beside the
 * parameter's own fields, which are `excludedFields`.
 */
export function readSchema(
  node: Node,
  { schemas }: Context,
  excludedFields: readonly string[] = PARAMETER_FIELDS,
): Schema {
  const { value, pointer } = node;
  return schemas.convert(
    value["schema"] === undefined
      ? { value: omit(value, excludedFields), pointer }
      : childOf(node, "schema"),
  );
}

// OpenAPI 3.2 can describe the query as a whole. The fields of a form become parameters; any other query is one
// parameter. https://spec.openapis.org/oas/v3.2.0#parameter-locations
function readQueryString(node: Node, context: Context): Parameter[] {
  const contentTarget = followOptionalChild(node, "content", context);
  const [firstMedia] = childrenOf(contentTarget);
  if (firstMedia === undefined)
    throw toParameterError(
      node,
      "does not describe a query: it has no content",
      context,
    );
  const [type, mediaTarget] = firstMedia;
  const media = followOptional(mediaTarget, context);
  const schema = nodeOf(childOf(media, "schema"), context);
  const isForm = mediaKindOf(type) === "form";
  if (!isForm) return [readParameter(node, "querystring", context)];
  if (schema === undefined || !("properties" in schema.value)) {
    const queryParameter = readParameter(node, "query", context);
    return [{ ...queryParameter, contentType: null }];
  }
  const required = toStrings(
    followOptionalChild(schema, "required", context).value,
  );
  const [formMedia] = readContent(contentTarget, context);
  const properties = childrenOf(
    followOptionalChild(schema, "properties", context),
  );
  return properties.map(([name, property]) => {
    const encoding = formMedia?.encoding.get(name);
    const value = {
      ...encoding,
      name,
      required: required.includes(name),
      description: getMember(property.value, "description"),
      schema: property.value,
    };
    const { pointer } = property;
    const field = readParameter({ value, pointer }, "query", context);
    const isStyled = (encoding?.style ?? encoding?.explode ?? null) !== null;
    const propertySchema = optionalNodeOf(property, context)?.value ?? {};
    const isNested =
      propertySchema["type"] === "object" || "properties" in propertySchema;
    // Without a style, a field is written as in a form.
    const contentType =
      encoding?.contentType ?? (isNested ? "application/json" : "");
    return isStyled || mediaKindOf(contentType) !== "json"
      ? field
      : { ...field, contentType };
  });
}

function toParameterError(
  { pointer }: Node,
  reason: string,
  context: Context,
): ToolwrightError {
  return new ToolwrightError({
    code: "bad-parameter",
    message: `This parameter can't be used: it ${reason}.`,
    pointer,
    hint: `See ${context.specificationUrl}#parameter-object.`,
  });
}
