import {
  createCatalog,
  toRegisteredComponent,
  type RegisteredApi,
  type Caller,
  type McpService,
  type Component,
} from "../../runtime.js";
import { descriptionOf } from "../../diff/changes.js";
import type { LintedTool } from "../../lint/tools.js";
import { createRanking } from "./rank-bm25.js";

/** Names of tools for an ask, the best one first. */
export type RankTools = (ask: string) => readonly string[];

/** Ranking of clients that search the listed tools by themselves: BM25 over name, title and description. */
export function createClientRanking(tools: readonly LintedTool[]): RankTools {
  const rank = createRanking(
    tools.map((tool) => [tool.name, tool.title, descriptionOf(tool)].join(" ")),
  );
  return (ask) => rank(ask).flatMap((index) => tools[index]?.name ?? []);
}

/** Ranking of `search_operations`, as a server with `tools: "search"` has it. */
export function createSearchRanking(
  tools: readonly LintedTool[],
  serverName: string,
): RankTools {
  const entries = tools.map(({ definition, name, schemas }) =>
    toRegisteredComponent(
      // Read from source; the index reads texts of it and runs nothing.
      { request: "", ...definition, kind: "tool", name } as Component,
      { schemas, client: () => ({ headers: {} }) } as unknown as RegisteredApi,
    ),
  );
  const service: Partial<McpService> = { entries, hooks: {}, name: serverName };
  const catalog = createCatalog(service as McpService); // reads these members alone
  const caller: Partial<Caller> = {};
  return (ask) =>
    catalog
      .search(ask, undefined, caller as Caller) // anybody may see all tools
      .map(({ component }) => component.name);
}
