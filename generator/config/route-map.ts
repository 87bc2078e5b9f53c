import { ToolwrightError } from "../errors.js";
import { apart, didYouMean } from "../shared/suggest.js";

/** What a route becomes. */
export const RouteType = {
  TOOL: "TOOL",
  RESOURCE: "RESOURCE",
  RESOURCE_TEMPLATE: "RESOURCE_TEMPLATE",
  EXCLUDE: "EXCLUDE",
} as const;

export type RouteType = (typeof RouteType)[keyof typeof RouteType];

/** A route-mapping rule. Earlier rules win; a rule without a field matches every value of it. */
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

/** `"GET,POST ^/admin/ EXCLUDE"` → a route map. The pattern may hold blanks; types may be several. */
export function parseRouteMap(rule: string): RouteMap {
  const match = /^\s*(\S+)\s+(\S(?:.*\S)?)\s+(\S+)\s*$/.exec(rule);
  const wrong = (what: string, hint: string) =>
    new ToolwrightError({
      code: "bad-route-map",
      message: `The route map ${JSON.stringify(rule)} ${what}`,
      hint,
    });
  if (match === null)
    throw wrong(
      'is not "<METHODS> <pattern> <TYPE>".',
      'For example --route-map "GET,HEAD ^/reports/ TOOL" or --route-map "* ^/internal EXCLUDE".',
    );
  const [, methods = "*", pattern = "", types = ""] = match;
  const known = Object.values(RouteType);
  const routeType = types.split(",").map((word) => {
    const type = known.find((one) => one === word.toUpperCase());
    if (type !== undefined) return type;
    const told = `ends in ${word}, which is no type.`;
    throw wrong(
      told,
      `${didYouMean(word, known)}Types are ${known.join(", ")}.`,
    );
  });
  const named = methods.split(",").map((method) => {
    // A document may have methods of its own, but none with the letters of these.
    const meant = METHODS.find((one) => apart(method, one) < 2) ?? method;
    if (meant === method.toUpperCase() || !/^\w+$/.test(method)) return method;
    throw wrong(`begins with ${method}.`, `Did you mean ${meant}?`);
  });
  return { methods: methods === "*" ? "*" : named, pattern, routeType };
}

const METHODS = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH"];
