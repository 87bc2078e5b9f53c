import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";

/** Cost of one process. */
export interface Cost {
  /** Seconds from start to end. */
  readonly seconds: number;
  /** Seconds of processor time, all threads. */
  readonly cpu: number;
  /** Peak resident memory in MB. */
  readonly peak: number;
}

/**
 * Runs a Node script in its own process and measures it from outside. Throws, with what it said, if it fails, or takes
 * ten minutes.
 */
export async function measure(
  args: readonly string[],
  options: {
    readonly cwd?: string;
    readonly env?: NodeJS.ProcessEnv;
    /** Program to run instead of Node. */
    readonly program?: string;
  } = {},
): Promise<Cost> {
  const start = performance.now();
  const child = spawn(options.program ?? process.execPath, args, {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    stdio: ["ignore", "ignore", "pipe"],
    timeout: 600_000,
  });
  let errorText = "";
  child.stderr
    .setEncoding("utf8")
    .on("data", (text: string) => (errorText += text));
  let peak = 0;
  let cpu = 0;
  const watch = setInterval(() => {
    void usageOf(child.pid).then((usage) => {
      peak = Math.max(peak, usage.peak);
      cpu = Math.max(cpu, usage.cpu);
    });
  }, 20);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  clearInterval(watch);
  if (code !== 0)
    throw new Error(`${args.join(" ")} ended with ${code}: ${errorText}`);
  return { seconds: (performance.now() - start) / 1000, cpu, peak };
}

/** The middle of several runs, by time. */
export async function median(
  runs: number,
  action: () => Promise<Cost>,
): Promise<Cost> {
  const costs: Cost[] = [];
  for (let run = 0; run < runs; run++) costs.push(await action());
  costs.sort((a, b) => a.seconds - b.seconds);
  const middle = costs[Math.floor(runs / 2)];
  if (middle === undefined) throw new Error("At least one run is needed.");
  return middle;
}

/** The median of numbers. */
export function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;
}

/** A row of a Markdown table. */
export function row(cells: readonly (string | number)[]): string {
  return `| ${cells.join(" | ")} |`;
}

/** A Markdown table of runs, each beside the one that all are compared with. */
export function table(
  rows: readonly (readonly [name: string, cost: Cost])[],
  base: {
    readonly heading: string;
    readonly cost: Cost;
    readonly digits: number;
  },
): string {
  return [
    row(["run", "seconds", base.heading, "CPU s", "peak MB"]),
    row(["---", "--:", "--:", "--:", "--:"]),
    ...rows.map(([name, { seconds, cpu, peak }]) =>
      row([
        name,
        seconds.toFixed(2),
        (seconds / base.cost.seconds).toFixed(base.digits),
        cpu.toFixed(2),
        peak.toFixed(0),
      ]),
    ),
    "",
  ].join("\n");
}

/** Usage of a process and of those that it started, from Linux's /proc; on other systems the columns stay 0. */
async function usageOf(
  pid: number | string | undefined,
): Promise<Pick<Cost, "peak" | "cpu">> {
  try {
    const [status, stat, children] = await Promise.all(
      ["status", "stat", `task/${pid}/children`].map((file) =>
        readFile(`/proc/${pid}/${file}`, "utf8"),
      ),
    );
    const fields = stat?.slice(stat.lastIndexOf(")") + 2).split(" ") ?? [];
    const ticks = fields.slice(11, 15).map(Number); // of its own, and of children that have ended
    const below = await Promise.all(
      children?.trim().split(" ").filter(Boolean).map(usageOf) ?? [],
    );
    const ownPeak =
      Number(/VmHWM:\s+(\d+)/.exec(status ?? "")?.[1] ?? 0) / 1024;
    return {
      peak: below.reduce((sum, { peak }) => sum + peak, ownPeak),
      cpu:
        ticks.reduce((sum, count) => sum + count, 0) / 100 +
        below.reduce((sum, { cpu }) => sum + cpu, 0),
    };
  } catch {
    return { peak: 0, cpu: 0 };
  }
}
