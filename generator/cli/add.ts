import type { AddResult } from "../commands/add.js";
import { FEATURE_NAMES, FEATURES } from "../config/runtime-features.js";
import { formatHeading, joinLines, wrapWords, type Paint } from "./table.js";

/** List of the features that can be added, for `--help`. */
export function listFeatures(): string {
  const rows = FEATURE_NAMES.map(
    (name) =>
      `  ${name.padEnd(22)} ${wrapWords(FEATURES[name].about, 54).join(`\n${" ".repeat(25)}`)}`,
  );
  return `\nFeatures:\n${rows.join("\n")}\n`;
}

/** Describes what was added, and the lines that are left to the user. */
export function describeAdded(
  {
    feature,
    out,
    packages,
    also,
    servedBy,
    written: writtenPaths,
    ...insertedLines
  }: AddResult,
  paint: Paint,
): string {
  return joinLines(
    `${formatHeading(feature, out, paint)}: ${FEATURES[feature].about}`,
    writtenPaths.map((path) => `  written   ${path}`),
    writtenPaths.length === 0 && "  nothing to write: it is there",
    [
      insertedLines,
      ...(servedBy ? [servedBy] : []),
      ...(also ? [also] : []),
    ].flatMap(({ code, imports, users }) => [
      "",
      `Add to ${users.join(" or ")}:`,
      "",
      ...imports.map((line) => `  ${line}`),
      "",
      `  ${code}${code.startsWith("export ") ? ";" : ","}`,
    ]),
    packages.length > 0 && [
      "",
      "Install what it needs:",
      "",
      `  npm install ${packages.join(" ")}`,
    ],
  );
}
