import type { Paint } from "../../generator/cli/table.js";

/** Colours of a dark terminal, which is readable beside a light page and a dark one. */
const COLOURS: Record<Parameters<Paint>[0] | "plain" | "prompt", string> = {
  plain: "#d5d9e0",
  prompt: "#8fb573",
  bold: "#ffffff",
  dim: "#8b93a1",
  green: "#8fb573",
  yellow: "#e5c07b",
  red: "#e06c75",
  cyan: "#56b6c2",
};

/** Size of monospaced letters, in pixels. */
const LETTER = { size: 13, width: 7.85, line: 19 };
const MARGIN = 16;

/** Marks what would be painted, so that a picture can be made of it. */
export const marked: Paint = (format, text) =>
  `\u0001${format}\u0002${text}\u0003`;

/** A terminal that shows a text, as SVG. Lines that begin with `$ ` are typed. */
export function pictureOf(text: string, title: string): string {
  const lines = text.trimEnd().split("\n");
  const lengths = lines.map((line) => plain(line).length);
  const width = Math.ceil(Math.max(...lengths) * LETTER.width + 2 * MARGIN);
  const height = lines.length * LETTER.line + 2 * MARGIN;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="100%" height="100%" rx="8" fill="#1e2127"/>`,
    `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="${LETTER.size}">`,
    ...lines.map((line, at) => {
      const y = MARGIN + at * LETTER.line + LETTER.size;
      return `<text x="${MARGIN}" y="${y}">${spansOf(line)}</text>`;
    }),
    "</g>",
    "</svg>",
    "",
  ].join("\n");
}

function spansOf(line: string): string {
  if (line.startsWith("$ "))
    return span("$", "prompt") + span(line.slice(1), "bold");
  return line
    .split(/(\u0001\w+\u0002[^\u0003]*\u0003)/)
    .filter((part) => part !== "")
    .map((part) => {
      const [, format, text] = /^\u0001(\w+)\u0002(.*)\u0003$/.exec(part) ?? [];
      return span(text ?? part, (format ?? "plain") as keyof typeof COLOURS); // what `marked` wrote
    })
    .join("");
}

function span(text: string, colour: keyof typeof COLOURS): string {
  return `<tspan fill="${COLOURS[colour]}">${escaped(text)}</tspan>`;
}

function plain(line: string): string {
  return line.replace(/\u0001\w+\u0002|\u0003/g, "");
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll(" ", "\u00a0"); // or they would be put together
}
