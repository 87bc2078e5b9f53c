import type { Config } from "../config/config.js";
import { settle } from "../config/settle.js";
import { nameOf } from "../emit/project-files.js";
import { render } from "../emit/render.js";
import { outlineAll, type RunOptions } from "../pipeline.js";
import { changesPage, serverPage } from "../report/page.js";
import { total } from "../schema/tokens.js";
import type { Surface } from "../surface/surface.js";
import { surfaceOf } from "./diff.js";

/** One HTML page without scripts: what `generate` makes, what it costs a model, what a model sees, what was found. */
export async function report(
  config: Config,
  options: RunOptions = {},
): Promise<string> {
  const planned = await outlineAll(config, { ...options, lock: null });
  const surface = await surfaceOf(planned, config, options);
  const name = nameOf(planned.apis, settle(config));
  const costs = new Map(
    [...planned.tokens].map(([tool, each]) => [tool.name, total(each)]),
  );
  return page(serverPage(name, surface, planned.findings, costs));
}

/** The same form for what changes, component by component, before and after side by side. */
export function changesReport(before: Surface, after: Surface): string {
  return page(changesPage(before, after));
}

function page(data: object): string {
  return render({ template: "report.html", data });
}
