import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Registers something to undo when the demo is over. Throws after Ctrl-C, which ends the demo. */
export type Later = (undo: () => Promise<unknown>) => void;

/** Runs `work`, then undoes what it registered, last things first: after success, failure and Ctrl-C. */
export async function withCleanup(
  work: (later: Later) => Promise<void>,
): Promise<void> {
  const undos: (() => Promise<unknown>)[] = [];
  let interrupted = false;
  const interrupt = () => {
    interrupted = true;
    process.exitCode = 130;
  };
  process.once("SIGINT", interrupt).once("SIGTERM", interrupt);
  try {
    await work((undo) => {
      // First, since what is to be undone is there already.
      undos.push(undo);
      if (interrupted) throw new Error("The demo was interrupted.");
    });
  } catch (error) {
    if (!interrupted) throw error;
  } finally {
    for (const undo of undos.reverse()) await undo();
    process.off("SIGINT", interrupt).off("SIGTERM", interrupt);
  }
}

/** An empty folder that is gone afterwards. */
export async function temporaryFolder(later: Later): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "toolwright-demo-"));
  later(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
