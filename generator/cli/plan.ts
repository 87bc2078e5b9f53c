import { isOverBudget } from "../list/costs.js";
import { visible } from "../text.js";
import {
  EXIT,
  paint,
  print,
  printData,
  WIDTH,
  type ExitCode,
} from "./console.js";
import type { Flags } from "./flags.js";
import { describePlan, describeTokens } from "./plan-report.js";
import { describeFindings } from "./report.js";
import type { Run } from "./runs.js";

export interface PlanFlags {
  readonly tokens?: boolean;
  readonly types?: string;
}

/** Prints what would be made, or what tools are to clients that write code. */
export async function tellPlan(
  run: Run,
  flags: Flags & PlanFlags,
): Promise<ExitCode> {
  if (flags.types !== undefined) return tellTypes(run, flags.types, flags);
  const { preview } = await import("./work.js");
  const planned = await preview(run.config, run.options);
  const { findings } = planned;
  const describe = flags.tokens ? describeTokens : describePlan;
  const told = flags.json ? [] : describeFindings(findings, paint);
  if (flags.json) printData(planned);
  else print(describe(planned, paint, WIDTH));
  if (!flags.quiet && told.length > 0) print(told.join("\n"));
  return isOverBudget(findings) ? EXIT.attention : EXIT.done;
}

/** `names` with commas between, or `all`. */
async function tellTypes(
  { config, options }: Run,
  names: string,
  { json = false }: Flags,
): Promise<ExitCode> {
  const { toolTypes } = await import("./work.js");
  const wanted = names === "all" ? names : names.split(",");
  const tools = await toolTypes(config, options, wanted);
  const blocks = tools.map(({ answer, arguments: args, name, title }) => [
    `// ${title}`,
    `${name}(args: ${args}): Promise<${answer}>;`,
    "",
  ]);
  if (json) printData(tools);
  else print(blocks.flat().map(visible).join("\n"));
  return EXIT.done;
}
