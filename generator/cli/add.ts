import type { AddResult } from "../commands/add.js";
import { FEATURES } from "../config/runtime-features.js";
import { heading, lines, type Paint } from "./table.js";

/** What there is to add, for `--help`. */
export function listFeatures(): string {
  const rows = Object.entries(FEATURES).map(
    ([name, { about }]) =>
      `  ${name.padEnd(22)} ${about.replace(/(.{30,53}) /g, `$1\n${" ".repeat(25)}`)}`,
  );
  return `\nFeatures:\n${rows.join("\n")}\n`;
}

/** What was added, and the lines that are left to the user. */
export function describeAdded(
  { feature, out, packages, servedBy, written, ...own }: AddResult,
  paint: Paint,
): string {
  return lines(
    `${heading(feature, out, paint)}: ${FEATURES[feature].about}`,
    written.map((path) => `  written   ${path}`),
    written.length === 0 && "  nothing to write: it is there",
    [own, ...(servedBy ? [servedBy] : [])].flatMap(
      ({ code, imports, users }) => [
        "",
        `Hand it in, in ${users.join(" or ")}:`,
        "",
        ...imports.map((line) => `  ${line}`),
        "",
        `  ${code}${code.startsWith("export ") ? ";" : ","}`,
      ],
    ),
    packages.length > 0 && [
      "",
      "Install what it needs:",
      "",
      `  npm install ${packages.join(" ")}`,
    ],
  );
}
