/** The stages of a run, in order, as `onProgress` names them. */
const STAGES = [
  "Reading the document",
  "Planning",
  "Writing types",
  "Rendering",
  "Merging",
  "Writing",
];

const WIDTH = 24;

/** A bar on a terminal that shows which stage runs; nothing elsewhere. */
export interface Progress {
  stage(name: string): void;
  /** Takes the bar away. */
  end(): void;
}

export function createProgress(
  stream: NodeJS.WriteStream,
  shown: boolean,
): Progress {
  if (!shown || !stream.isTTY) {
    return { stage: () => undefined, end: () => undefined };
  }
  return {
    stage(name) {
      const part = Math.max(0, STAGES.indexOf(name)) / STAGES.length;
      const filled = Math.round(part * WIDTH);
      const bar = "█".repeat(filled) + "░".repeat(WIDTH - filled);
      stream.write(`\r\u001b[K${bar} ${name}`);
    },
    end() {
      stream.write("\r\u001b[K");
    },
  };
}
