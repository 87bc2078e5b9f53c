import { ToolwrightError } from "../errors.js";
import { countUnsharedLetters, suggestNames } from "../shared/suggest.js";

/** Types of component that a route becomes. */
export const RouteType = {
  TOOL: "TOOL",
  RESOURCE: "RESOURCE",
  RESOURCE_TEMPLATE: "RESOURCE_TEMPLATE",
  EXCLUDE: "EXCLUDE",
} as const;

export type RouteType = (typeof RouteType)[keyof typeof RouteType];

/** Rule that maps routes to components. Earlier rules win; an omitted field matches every value. */
export interface RouteMap {
  /** HTTP methods, or `"*"`. */
  readonly methods?: readonly string[] | "*";
  /** Regular expression, searched anywhere in the path. */
  readonly pattern?: string | RegExp;
  /** Tags that the operation must have, all of them. */
  readonly tags?: readonly string[];
  /** Several types give several components: `["RESOURCE", "TOOL"]`. */
  readonly routeType: RouteType | readonly RouteType[];
}

/** Parses a route map such as `"GET,POST ^/admin/ EXCLUDE"`. The pattern may contain blanks; there may be several types. Throws `ToolwrightError`. */
export function parseRouteMap(rule: string): RouteMap {
  const match = /^\s*(\S+)\s+(\S(?:.*\S)?)\s+(\S+)\s*$/.exec(rule);
  const createError = (complaint: string, hint: string) =>
    new ToolwrightError({
      code: "bad-route-map",
      message: `The route map ${JSON.stringify(rule)} ${complaint}`,
      hint,
    });
  if (match === null)
    throw createError(
      'must have the form "<METHODS> <pattern> <TYPE>".',
      'For example --route-map "GET,HEAD ^/reports/ TOOL" or --route-map "* ^/internal EXCLUDE".',
    );
  const [, methods = "*", pattern = "", types = ""] = match;
  const knownTypes = Object.values(RouteType);
  const routeType = types.split(",").map((word) => {
    const type = knownTypes.find(
      (knownType) => knownType === word.toUpperCase(),
    );
    if (type !== undefined) return type;
    const complaint = `ends in ${word}, which is not a type.`;
    throw createError(
      complaint,
      `${suggestNames(word, knownTypes)}Types are ${knownTypes.join(", ")}.`,
    );
  });
  const methodNames = methods.split(",").map((method) => {
    // A document may have its own methods, but a name one letter off is an error.
    const intendedMethod =
      METHODS.find(
        (knownMethod) => countUnsharedLetters(method, knownMethod) < 2,
      ) ?? method;
    if (intendedMethod === method.toUpperCase() || !/^\w+$/.test(method))
      return method;
    throw createError(
      `begins with ${method}.`,
      `Did you mean ${intendedMethod}?`,
    );
  });
  return { methods: methods === "*" ? "*" : methodNames, pattern, routeType };
}

const METHODS = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH"];
