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
