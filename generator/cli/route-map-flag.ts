import type { RouteMap, RouteType } from "../config/route-map.js";
import { ToolwrightError } from "../errors.js";

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
