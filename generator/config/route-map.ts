import { ToolwrightError } from "../errors.js";

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
  if (match === null) {
    throw new ToolwrightError({
      code: "bad-route-map",
      message: `The route map ${JSON.stringify(rule)} is not "<METHODS> <pattern> <TYPE>".`,
      hint: 'For example --route-map "GET,HEAD ^/reports/ TOOL" or --route-map "* ^/internal EXCLUDE".',
    });
  }
  const [, methods = "*", pattern = "", types = ""] = match;
  return {
    methods: methods === "*" ? "*" : methods.split(","),
    pattern,
    // Checked with the other rules, where all of them come together.
    routeType: types.toUpperCase().split(",") as RouteType[],
  };
}
