import { ToolwrightError } from "../errors.js";
import {
  below,
  isObject,
  type JsonObject,
  readText,
  textsOf,
} from "../json.js";
import type { Operation, SecurityScheme } from "../model.js";
import { isBodyPart, readBody, readSwaggerBody } from "./body.js";
import type { Context } from "./context.js";
import { readAsked } from "./extensions.js";
import { gatherParameters, readParameters } from "./parameters.js";
import {
  type Found,
  matchPath,
  operationsOf,
  type PathItem,
  readPathItem,
} from "./path-items.js";
import { readLinks, readResponses } from "./responses.js";
import { readSecurity } from "./security.js";
import { readServers } from "./servers.js";
import { childOf, childrenOf, referredChild } from "../dialect/refs.js";

/** Of security schemes that can be used, by name. */
type Schemes = ReadonlyMap<string, SecurityScheme>;

/** The operations that can be served, in the document's order; the others are told. */
export function readOperations(context: Context, schemes: Schemes) {
  const { refs } = context;
  const all = childrenOf(referredChild(refs.root, "paths", refs));
  const read = all.flatMap(([path, target]) => {
    if (path.startsWith("x-")) return [];
    const { pointer } = target;
    return attempt({ pointer }, context, () => {
      const item = readPathItem(target, context);
      return operationsOf(item).flatMap((found) => {
        const operation = `${found.method} ${path}`;
        context.locate(found.pointer, operation);
        const whole = { path, pointer, item };
        return attempt({ pointer: found.pointer, operation }, context, () => [
          readOperation(found, whole, context, schemes),
        ]);
      });
    });
  });
  return distinct(read, context);
}

/** What can't be served must not take the others with it: it is told, and left out. */
function attempt(
  place: { readonly pointer: string; readonly operation?: string },
  { leaveOut }: Context,
  read: () => Operation[],
): Operation[] {
  try {
    return read();
  } catch (error) {
    leaveOut(error, place);
    return [];
  }
}

/** `/a/:id` and `/a/{id}` are one path, as `get` and `GET` are one method: of each, the first is served. */
function distinct(
  all: readonly Operation[],
  { leaveOut }: Context,
): Operation[] {
  const taken = new Set<string>();
  return all.filter(({ method, path, pointer }) => {
    const operation = `${method} ${path}`;
    const isNew = !taken.has(operation);
    taken.add(operation);
    const code = "duplicate-operation";
    const message = `${operation} is described twice, and served as it is described first.`;
    if (!isNew)
      leaveOut(new ToolwrightError({ code, message }), {
        pointer,
        operation,
      });
    return isNew;
  });
}

interface Path {
  readonly path: string;
  readonly pointer: string;
  readonly item: PathItem;
}

function readOperation(
  { method, steps, value: given, pointer }: Found,
  { path: template, pointer: pathPointer, item }: Path,
  context: Context,
  schemes: Schemes,
): Operation {
  const { root } = context.refs;
  const value = checkOperation(given, method);
  const own = (key: string) => childOf({ value, pointer }, key);
  const shared = (key: string) =>
    item.get(key) ?? { value: undefined, pointer: below(pathPointer, key) };

  const declared = gatherParameters(
    [shared("parameters"), own("parameters")],
    context,
    template,
  );
  const outside = declared.filter((one) => !isBodyPart(one));
  const { path, parameters } = matchPath(
    template,
    readParameters(outside, context),
    { pointer, nodes: outside },
    context,
  );
  const { operationId } = value;
  const tags = referredChild({ value, pointer }, "tags", context.refs);
  const { scopes, ...asked } = readAsked(
    [own, shared, (name) => childOf(root, name)],
    context,
  );
  return {
    operationId:
      typeof operationId === "string" && operationId !== ""
        ? operationId
        : null,
    method,
    path,
    pointer: steps.reduce(below, pathPointer),
    summary: readText(value["summary"] ?? shared("summary").value),
    description: readText(value["description"] ?? shared("description").value),
    tags: [...textsOf(tags.value), ...scopes],
    deprecated: value["deprecated"] === true,
    parameters,
    body:
      readBody(own("requestBody"), context) ??
      readSwaggerBody(
        declared,
        value["consumes"] ?? root.value["consumes"],
        context,
      ),
    responses: readResponses(
      own("responses"),
      value["produces"] ?? root.value["produces"],
      context,
    ),
    links: readLinks(own("responses"), context.refs),
    security: readSecurity(
      Array.isArray(value["security"])
        ? own("security")
        : childOf(root, "security"),
      context,
      schemes,
    ),
    servers: readServers(
      Array.isArray(value["servers"]) ? own("servers") : shared("servers"),
      context,
    ),
    asked,
  };
}

function checkOperation(value: unknown, method: string): JsonObject {
  // https://www.rfc-editor.org/rfc/rfc9110#section-5.6.2
  const isMethod = /^[\w!#$%&'*+.^`|~-]+$/.test(method);
  if (isMethod && isObject(value)) return value;
  throw new ToolwrightError({
    code: "bad-operation",
    message: isMethod
      ? "There is nothing but a method here."
      : `${JSON.stringify(method)} is no method.`,
    hint: "Describe the operation, or remove it.",
  });
}
