import { styleText } from "node:util";

type Style = Parameters<typeof styleText>[0];

/** Prints the demo: sections, timed rows, source text. Colours only where the user looks at a terminal. */
export interface Screen {
  title(text: string, subtitle: string): void;
  section(text: string): void;
  /** Prints an event: milliseconds, its name and its outcome. */
  row(row: Row): void;
  /** Source text, indented. */
  source(text: string): void;
}

export interface Row {
  readonly milliseconds?: number;
  readonly what: string;
  readonly result: string;
  readonly failed?: boolean;
}

const TIME_WIDTH = 9;
const WHAT_WIDTH = 36;

export function createScreen(output: NodeJS.WriteStream): Screen {
  const coloured = output.isTTY && process.env["NO_COLOR"] === undefined;
  // Some pseudo-terminals say 0.
  const width = Math.min(output.columns || 120, 120);
  const paint = (style: Style, text: string) =>
    coloured ? styleText(style, text) : text;
  const print = (text = "") => void output.write(`${text}\n`);

  let sections = 0;
  return {
    title(text, subtitle) {
      print();
      print(`  ${paint("bold", text)}  ${paint("gray", subtitle)}`);
    },
    section(text) {
      sections += 1;
      print();
      print(`  ${paint(["bold", "cyan"], `${sections}  ${text}`)}`);
    },
    row({ milliseconds, what, result, failed = false }) {
      const time = milliseconds === undefined ? "" : duration(milliseconds);
      const room = width - TIME_WIDTH - WHAT_WIDTH - 3;
      const [left, middle, right] = [
        paint("gray", time.padStart(TIME_WIDTH)),
        cut(what, WHAT_WIDTH - 2).padEnd(WHAT_WIDTH),
        cut(result, room),
      ];
      print(`${left}  ${middle} ${failed ? paint("red", right) : right}`);
    },
    source(text) {
      print();
      for (const line of text.trimEnd().split("\n")) {
        print(`     ${paint("gray", cut(line, width - 5))}`.trimEnd());
      }
    },
  };
}

/** Does some work and shows its text and how long it took. */
export async function timed(
  screen: Screen,
  what: string,
  work: () => Promise<string>,
): Promise<void> {
  const start = performance.now();
  const result = await work();
  screen.row({ milliseconds: performance.now() - start, what, result });
}

function duration(milliseconds: number): string {
  return milliseconds < 1000
    ? `${Math.round(milliseconds)} ms`
    : `${(milliseconds / 1000).toFixed(1)} s`;
}

/** At most `length` characters in one line. */
function cut(text: string, length: number): string {
  const line = text.trimEnd().replaceAll(/\s*\n\s*/g, " ");
  return line.length <= length ? line : `${line.slice(0, length - 1)}…`;
}
