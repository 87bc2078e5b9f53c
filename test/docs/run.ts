import { vi } from "vitest";

/** How a command ended, and what it printed. */
export interface Ended {
  readonly code: string | number | null | undefined;
  readonly text: string;
  readonly errors: string;
}

/** Runs the command line in this process, where the packages that it needs are loaded once. */
export async function run(args: readonly string[]): Promise<Ended> {
  const said = { stdout: "", stderr: "" };
  const spies = (["stdout", "stderr"] as const).map((stream) =>
    vi.spyOn(process[stream], "write").mockImplementation((text) => {
      said[stream] += String(text);
      return true;
    }),
  );
  const { argv, exitCode } = process;
  try {
    process.argv = [process.execPath, "toolwright", ...args];
    process.exitCode = 0;
    vi.resetModules();
    await import("../../generator/cli/cli.js");
    const { stdout: text, stderr: errors } = said;
    return { code: process.exitCode, text, errors };
  } finally {
    process.argv = argv;
    process.exitCode = exitCode;
    for (const spy of spies) spy.mockRestore();
  }
}
