import type { Argument } from "./arguments.js";

/**
 * Schemes that mean something to clients already, or to us: a first path segment of this name
 * can't become a scheme.
 */
const TAKEN_SCHEME =
  /^(about|blob|data|file|ftp|https?|javascript|resource|ui|wss?)$/i;

/** https://www.rfc-editor.org/rfc/rfc3986#section-3.1 */
const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*$/;

/** `/pets/findByStatus` → `resource://pets/findByStatus` */
export function resourceUri(path: string): string {
  return `resource://${encodeLiteral(path.replace(/^\//, "")) || "root"}`;
}

/**
 * `/users/{id}/posts` → `users://{id}/posts{?limit}`. Where the first segment is no URI scheme
 * or there is no path parameter, the whole path stays behind `resource://`.
 */
export function resourceTemplateUri(path: string, args: readonly Argument[]) {
  const [first = "", ...rest] = path.replace(/^\//, "").split("/");
  const usable =
    args.some(({ in: location }) => location === "path") &&
    SCHEME.test(first) &&
    !TAKEN_SCHEME.test(first) &&
    rest.length > 0;
  const base = usable
    ? `${first}://${expressions(rest.join("/"), args)}`
    : `resource://${expressions(path.replace(/^\//, ""), args) || "root"}`;
  return base + queryExpression(args);
}

/** Everything outside the path is given behind a question mark, whatever its place in the request. */
export function queryExpression(args: readonly Argument[]): string {
  const names = args
    .filter(({ in: location }) => location !== "path" && location !== "body")
    .map(({ name }) => name);
  return names.length === 0 ? "" : `{?${names.join(",")}}`;
}

/** What has a URI, and the name that tells it from others. */
interface Located {
  readonly name: string;
  readonly operation: { readonly path: string };
  readonly uri: string | null;
  readonly uriTemplate: string | null;
}

/**
 * Paths that differ only in case, in encoding or in the names of their variables give one URI. The
 * first component keeps it, the URI of each other one begins with that one's name. That of `/` is
 * made up, and gives way to a path's.
 */
export function tellApart<Component extends Located>(
  components: readonly Component[],
): Component[] {
  const isRoot = ({ operation }: Located) => operation.path === "/";
  const owners = new Map<string, Component>();
  const others = components.filter((one) => !isRoot(one));
  for (const one of [...others, ...components.filter(isRoot)]) {
    const shape = shapeOf(one.uri ?? one.uriTemplate ?? "");
    if (!owners.has(shape)) owners.set(shape, one);
  }
  return components.map((component) => {
    const { name, uriTemplate } = component;
    const uri = component.uri ?? uriTemplate;
    if (uri === null) return component;
    let own = uri;
    const ownerOf = (one: string) => owners.get(shapeOf(one)) ?? component;
    for (let count = 1; ownerOf(own) !== component; count += 1)
      own = uri.replace(
        /^[^:]+:\/\//,
        `resource://${name}${count === 1 ? "" : `_${count}`}/`,
      );
    owners.set(shapeOf(own), component);
    if (component.uri === null) return { ...component, uriTemplate: own };
    const further = uriTemplate && own + uriTemplate.slice(uri.length);
    return { ...component, uri: own, uriTemplate: further };
  });
}

/** The same for URIs that match the same, as far as paths decide. */
function shapeOf(uri: string): string {
  return uri
    .replace(/\{\?[^{}]*\}$/, "")
    .replace(/\{[^{}]*\}/g, "{}")
    .toLowerCase();
}

function expressions(path: string, args: readonly Argument[]): string {
  const variables = args.filter(({ in: location }) => location === "path");
  const parts = /\{([^{}]*)\}|[^{}]+|[{}]/g;
  return path.replace(parts, (part, wireName?: string) => {
    const argument = variables.find((one) => one.wireName === wireName);
    return argument === undefined ? encodeLiteral(part) : `{${argument.name}}`;
  });
}

/** What may stand in a URI stays; the rest is percent-encoded as UTF-8. */
function encodeLiteral(text: string): string {
  return text.replace(/[^A-Za-z0-9\-._~:/@!$&'()*+,;=%]/gu, (character) =>
    Buffer.from(character).toString("hex").toUpperCase().replace(/../g, "%$&"),
  );
}
