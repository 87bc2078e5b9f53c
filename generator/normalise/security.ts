import { entriesOf, readText, toWord } from "../shared/json.js";
import type {
  OAuthFlow,
  SecurityRequirement,
  SecurityScheme,
} from "../model.js";
import {
  type Context,
  followOptionalChild,
  optionalNodeOf,
  followOptional,
  readChildText,
} from "./context.js";
import { childrenOf, itemsOf, type Node, type Target } from "./schema/refs.js";

/**
 * Reads the usable security schemes of a document, by name. Relative addresses in them start from the API's `baseUrl`.
 */
export function readSecuritySchemes(
  context: Context,
  baseUrl: string | undefined,
): Map<string, SecurityScheme> {
  const { warn } = context;
  const schemes = new Map<string, SecurityScheme>();
  for (const [name, target] of findDeclaredSchemes(context)) {
    const node = optionalNodeOf(target, context);
    const scheme = node && readScheme(node, context, baseUrl);
    if (scheme) schemes.set(name, scheme);
    else
      warn({
        code: "bad-security-scheme",
        message: `The security scheme ${name} has an unsupported type, so it was ignored.`,
        pointer: target.pointer,
        hint: `See ${context.specificationUrl}#security-scheme-object. To sign each request, as Digest does, wrap the transport in client.ts.`,
      });
  }
  return schemes;
}

/** Finds the declared schemes of all versions: documents for Google's API Gateway keep `securityDefinitions` in 3.0. */
function findDeclaredSchemes(context: Context): [string, Target][] {
  const { root } = context.refs;
  const components = followOptionalChild(root, "components", context);
  return [
    followOptionalChild(root, "securityDefinitions", context),
    followOptionalChild(components, "securitySchemes", context),
  ].flatMap(childrenOf);
}

/** HTTP authentication schemes that answer a challenge or sign each request, which no token can replace. */
const SIGNING_SCHEME = /^(digest|hawk|hoba|mutual|negotiate|ntlm|scram-.*)$/i;

function readScheme(
  node: Node,
  context: Context,
  baseUrl?: string,
): SecurityScheme | undefined {
  const { value } = node;
  const { in: location, name, scheme, type } = value;
  const description = readChildText(node, "description", context);
  switch (type) {
    case "apiKey":
      if (typeof name !== "string") return undefined;
      if (
        location !== "header" &&
        location !== "query" &&
        location !== "cookie"
      )
        return undefined;
      return { type, in: location, name, description };
    case "http":
      if (typeof scheme !== "string" || SIGNING_SCHEME.test(scheme))
        return undefined;
      return { type, scheme, description };
    case "basic":
      return { type: "http", scheme: "basic", description };
    case "oauth2":
      return { type, flows: readFlows(node, context, baseUrl), description };
    case "openIdConnect": {
      const url = readUrl(value["openIdConnectUrl"], baseUrl);
      return { type, url, description };
    }
    case "mutualTLS":
      return { type, description };
    default:
      return undefined;
  }
}

/** Names of flows in Swagger 2.0 that OpenAPI 3 renamed. https://spec.openapis.org/oas/v2.0#security-scheme-object */
const RENAMED_FLOWS: ReadonlyMap<string, string> = new Map([
  ["application", "clientCredentials"],
  ["accessCode", "authorizationCode"],
]);

function readFlows(
  scheme: Node,
  context: Context,
  baseUrl?: string,
): Map<string, OAuthFlow> {
  const { flow } = scheme.value;
  if (typeof flow === "string")
    return new Map([
      [RENAMED_FLOWS.get(flow) ?? flow, readFlow(scheme, context, baseUrl)],
    ]);
  return new Map(
    childrenOf(followOptionalChild(scheme, "flows", context)).flatMap(
      ([name, flowTarget]) => {
        const node = optionalNodeOf(flowTarget, context);
        return node === undefined
          ? []
          : [[name, readFlow(node, context, baseUrl)] as const];
      },
    ),
  );
}

function readFlow(flow: Node, context: Context, baseUrl?: string): OAuthFlow {
  const { authorizationUrl, deviceAuthorizationUrl, refreshUrl, tokenUrl } =
    flow.value;
  const scopes = followOptionalChild(flow, "scopes", context);
  const authorizationPage = authorizationUrl ?? deviceAuthorizationUrl;
  return {
    authorizationUrl: readUrl(authorizationPage, baseUrl),
    tokenUrl: readUrl(tokenUrl, baseUrl),
    refreshUrl: readUrl(refreshUrl, baseUrl),
    scopes: entriesOf(scopes.value).map(([scope]) => scope),
  };
}

/** Absolute form of an address. https://spec.openapis.org/oas/v3.1.1#relative-references-in-api-urls */
function readUrl(value: unknown, baseUrl?: string): string {
  const url = readText(value);
  const isRelative = url !== "" && !URL.canParse(url);
  const isResolvable = isRelative && URL.canParse(url, baseUrl);
  return isResolvable ? new URL(url, baseUrl).href : url;
}

/**
 * Reads the alternatives of a list of security requirements. An alternative with an undeclared scheme is unusable; if
 * none is left, no credentials are sent.
 */
export function readSecurity(
  target: Target,
  context: Context,
  schemes: ReadonlyMap<string, SecurityScheme>,
): SecurityRequirement[] {
  return itemsOf(target).flatMap((requirementTarget) => {
    const { value, pointer } = followOptional(requirementTarget, context);
    const requirement = entriesOf(value).map(([scheme]) => scheme);
    const undeclaredScheme = requirement.find((scheme) => !schemes.has(scheme));
    if (undeclaredScheme === undefined) return [requirement];
    // Schemes that are declared but unusable have their own finding.
    if (
      findDeclaredSchemes(context).some(([name]) => name === undeclaredScheme)
    )
      return [];
    context.warn({
      code: "unknown-security-scheme",
      message: `The security scheme ${undeclaredScheme} is not declared, so this way to authenticate was ignored.`,
      pointer,
      hint: "Declare it in the document's security schemes.",
    });
    return [];
  });
}

/**
 * Reports a header parameter `Authorization`. It becomes no argument, and if no security scheme uses that header,
 * nothing sends it.
 */
export function reportAuthorizationHeader(
  parameters: readonly Node[],
  authentication: {
    readonly security: readonly SecurityRequirement[];
    readonly schemes: ReadonlyMap<string, SecurityScheme>;
  },
  { warn }: Context,
): void {
  const isAuthorization = (name: unknown) =>
    /^authorization$/i.test(toWord(name));
  const isSent = authentication.security.flat().some((name) => {
    const scheme = authentication.schemes.get(name);
    return scheme?.type === "apiKey"
      ? scheme.in === "header" && isAuthorization(scheme.name)
      : scheme?.type !== "mutualTLS";
  });
  for (const { value, pointer } of isSent ? [] : parameters)
    if (value["in"] === "header" && isAuthorization(value["name"]))
      warn({
        code: "header-of-http",
        message:
          "The header Authorization can't be an argument, so it is not sent.",
        pointer,
        hint: "Declare a security scheme and name it in the operation's security, or set the header in client.ts.",
      });
}
