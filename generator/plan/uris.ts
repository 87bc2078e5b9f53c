import type { Argument } from "./arguments.js";

/** Schemes that clients or we use already: a first path segment of this name can't become a scheme. */
const RESERVED_SCHEME =
  /^(about|blob|data|file|ftp|https?|javascript|resource|ui|wss?)$/i;

/** https://www.rfc-editor.org/rfc/rfc3986#section-3.1 */
const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*$/;

/** `/pets/findByStatus` → `resource://pets/findByStatus` */
export function toResourceUri(path: string): string {
  return `resource://${encodeLiteral(path.replace(/^\//, "")) || "root"}`;
}

/**
 * `/users/{id}/posts` → `users://{id}/posts{?limit}`. If the first segment is not a URI scheme or there is no path
 * parameter, the whole path stays behind `resource://`.
 */
export function toResourceTemplateUri(path: string, args: readonly Argument[]) {
  const [firstSegment = "", ...otherSegments] = path
    .replace(/^\//, "")
    .split("/");
  const canBeScheme =
    args.some(({ in: location }) => location === "path") &&
    SCHEME.test(firstSegment) &&
    !RESERVED_SCHEME.test(firstSegment) &&
    otherSegments.length > 0;
  const base = canBeScheme
    ? `${firstSegment}://${toPathExpressions(otherSegments.join("/"), args)}`
    : `resource://${toPathExpressions(path.replace(/^\//, ""), args) || "root"}`;
  return base + toQueryExpression(args);
}

/**
 * Query expression of all arguments outside the path and body, whatever their location in the
 * request; empty if there are none.
 */
export function toQueryExpression(args: readonly Argument[]): string {
  const names = args
    .filter(({ in: location }) => location !== "path" && location !== "body")
    .map(({ name }) => name);
  return names.length === 0 ? "" : `{?${names.join(",")}}`;
}

/** URIs of a component; null where its kind has none. */
export interface ComponentUris {
  /** URI of a resource. */
  readonly uri: string | null;
  /** URI template of a resource template, or of a resource whose URI takes optional query parameters. */
  readonly uriTemplate: string | null;
}

/** Component with the URIs that its path gives, and the name that tells it from others. */
interface AddressedComponent {
  readonly name: string;
  readonly operation: { readonly path: string };
  readonly pathUris: ComponentUris;
}

/**
 * Unique URIs of components, in their order. Paths that differ only in case, in encoding or in the names of their
 * variables give one URI. The first component keeps it; the URI of each other component begins with
 * its own name. The URI of `/` is made up, and gives way to that of a path.
 */
export function planUris(
  components: readonly AddressedComponent[],
): ComponentUris[] {
  const isRoot = ({ operation }: AddressedComponent) => operation.path === "/";
  const owners = new Map<string, AddressedComponent>();
  const namedComponents = components.filter((component) => !isRoot(component));
  for (const component of [...namedComponents, ...components.filter(isRoot)]) {
    const { uri, uriTemplate } = component.pathUris;
    const pattern = uriPatternOf(uri ?? uriTemplate ?? "");
    if (!owners.has(pattern)) owners.set(pattern, component);
  }
  return components.map((component) => {
    const { name, pathUris } = component;
    const { uriTemplate } = pathUris;
    const uri = pathUris.uri ?? uriTemplate;
    if (uri === null) return pathUris;
    let ownUri = uri;
    const ownerOf = (candidateUri: string) =>
      owners.get(uriPatternOf(candidateUri)) ?? component;
    for (let count = 1; ownerOf(ownUri) !== component; count += 1)
      ownUri = uri.replace(
        /^[^:]+:\/\//,
        `resource://${name}${count === 1 ? "" : `_${count}`}/`,
      );
    owners.set(uriPatternOf(ownUri), component);
    if (pathUris.uri === null) return { uri: null, uriTemplate: ownUri };
    const ownTemplate = uriTemplate && ownUri + uriTemplate.slice(uri.length);
    return { uri: ownUri, uriTemplate: ownTemplate };
  });
}

/** Pattern of a URI: equal for URIs that match the same, as far as paths decide. */
function uriPatternOf(uri: string): string {
  return uri
    .replace(/\{\?[^{}]*\}$/, "")
    .replace(/\{[^{}]*\}/g, "{}")
    .toLowerCase();
}

function toPathExpressions(path: string, args: readonly Argument[]): string {
  const variables = args.filter(({ in: location }) => location === "path");
  const segmentPattern = /\{([^{}]*)\}|[^{}]+|[{}]/g;
  return path.replace(segmentPattern, (segment, wireName?: string) => {
    const argument = variables.find(
      (variable) => variable.wireName === wireName,
    );
    return argument === undefined
      ? encodeLiteral(segment)
      : `{${argument.name}}`;
  });
}

/** Text with all characters that may not be in a URI percent-encoded as UTF-8. */
function encodeLiteral(text: string): string {
  return text.replace(/[^A-Za-z0-9\-._~:/@!$&'()*+,;=%]/gu, (character) =>
    Buffer.from(character).toString("hex").toUpperCase().replace(/../g, "%$&"),
  );
}
