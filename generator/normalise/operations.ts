import { ToolwrightError } from "../errors.js";
import {
  isObject,
  type JsonObject,
  members,
  readText,
  textsOf,
} from "../json.js";
import type { Operation, SecurityScheme } from "../model.js";
import { isBodyPart, readBody, readSwaggerBody } from "./body.js";
import type { Context } from "./context.js";
import { readAsked } from "./extensions.js";
import { gatherParameters } from "./parameters.js";
import {
  type Found,
  matchPath,
  type PathItem,
  readPathItem,
} from "./path-items.js";
import { readLinks, readResponses } from "./responses.js";
import { readSecurity, tellAuthorization } from "./security.js";
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
      const item = readPathItem(path, target, context);
      return item.operations.flatMap((found) => {
        const { method, pointer } = found;
        const operation = `${method} ${path}`;
        context.locate(pointer, operation);
        return attempt({ pointer, operation }, context, () => [
          readOperation(found, item, context, schemes),
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
    const problem = {
      code: "duplicate-operation",
      message: `${operation} is described twice, and served as it is described first.`,
    };
    if (!isNew) leaveOut(new ToolwrightError(problem), { pointer, operation });
    return isNew;
  });
}

function readOperation(
  { method, place, value: given, pointer }: Found,
  { template, own: shared }: PathItem,
  context: Context,
  schemes: Schemes,
): Operation {
  const { root } = context.refs;
  const value = checkOperation(given, method);
  const own = (key: string) => childOf({ value, pointer }, key);

  const declared = gatherParameters(
    [shared("parameters"), own("parameters")],
    context,
    template,
  );
  const outside = declared.filter((one) => !isBodyPart(one));
  const { path, parameters } = matchPath(template, outside, pointer, context);
  const { operationId } = value;
  const tags = referredChild({ value, pointer }, "tags", context.refs);
  const { scopes, ...asked } = readAsked(
    [own, shared, (name) => childOf(root, name)],
    context,
  );
  const operation: Operation = {
    operationId:
      typeof operationId === "string" && operationId !== ""
        ? operationId
        : null,
    method,
    path,
    pointer: place,
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
    removesSecurity:
      Array.isArray(value["security"]) &&
      value["security"].every((one) => members(one).length === 0),
    servers: readServers(
      Array.isArray(value["servers"]) ? own("servers") : shared("servers"),
      context,
    ),
    asked,
  };
  const { security } = operation;
  tellAuthorization(outside, { security, schemes }, context);
  return operation;
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
