/** toolwright: MCP servers from OpenAPI documents, as source that you keep. */
export { check } from "./check.js";
export type { CheckResult, ComponentDrift } from "./check.js";
export { defineConfig } from "./config.js";
export type { Config, Override } from "./config.js";
export { diff } from "./diff-surfaces.js";
export type { DiffOptions } from "./diff-surfaces.js";
export { ToolwrightError } from "./errors.js";
export type { Finding, Problem } from "./errors.js";
export { generate } from "./generate.js";
export type { ComponentSummary, GenerateOptions, Result } from "./generate.js";
export type { Outcome } from "./outcome.js";
export { RouteType } from "./plan/classify.js";
export type { RouteMap } from "./plan/classify.js";
export type { Source } from "./sources.js";
export type { Change } from "./surface/compare.js";
export { plan } from "./preview.js";
export type { PlanRow } from "./preview.js";
