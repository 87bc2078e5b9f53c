/** toolwright: MCP servers from OpenAPI documents, as source that you keep. */
export { check } from "./commands/check.js";
export type { CheckResult, ComponentDrift } from "./commands/check.js";
export { defineConfig } from "./config/config.js";
export type { Config, Override } from "./config/config.js";
export { diff } from "./commands/diff.js";
export type { DiffOptions } from "./commands/diff.js";
export { ToolwrightError } from "./errors.js";
export type { Finding, Problem } from "./errors.js";
export { generate } from "./commands/generate.js";
export type { GenerateOptions } from "./commands/generate.js";
export type { ComponentSummary, Result } from "./output/result.js";
export type { Outcome } from "./output/outcome.js";
export { RouteType } from "./config/route-map.js";
export type { RouteMap } from "./config/route-map.js";
export type { Source } from "./config/config.js";
export type { Change } from "./surface/components.js";
export { plan } from "./commands/plan.js";
export type { PlanRow } from "./commands/plan.js";
