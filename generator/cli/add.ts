import type { AddResult } from "../commands/add.js";
import { FEATURES } from "../config/runtime-features.js";
import { formatHeading, joinLines, type Paint } from "./table.js";

/** List of the features that can be added, for `--help`. */
export function listFeatures(): string {
  const rows = Object.entries(FEATURES).map(
    ([name, { about: description }]) =>
      `  ${name.padEnd(22)} ${description.replace(/(.{30,53}) /g, `$1\n${" ".repeat(25)}`)}`,
  );
  return `\nFeatures:\n${rows.join("\n")}\n`;
}

/** Describes what was added, and the lines that are left to the user. */
export function describeAdded(
  {
    feature,
    out,
    packages,
    servedBy,
    written: writtenPaths,
    ...insertedLines
  }: AddResult,
  paint: Paint,
): string {
  return joinLines(
    `${formatHeading(feature, out, paint)}: ${FEATURES[feature].about}`,
    writtenPaths.map((path) => `  written   ${path}`),
    writtenPaths.length === 0 && "  Already installed: nothing to write",
    [insertedLines, ...(servedBy ? [servedBy] : [])].flatMap(
      ({ code, imports, users }) => [
        "",
        `Add to ${users.join(" or ")}:`,
        "",
        ...imports.map((line) => `  ${line}`),
        "",
        `  ${code}${code.startsWith("export ") ? ";" : ","}`,
      ],
    ),
    packages.length > 0 && [
      "",
      "Install the packages that it needs:",
      "",
      `  npm install ${packages.join(" ")}`,
    ],
  );
}
