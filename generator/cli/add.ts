import type { AddResult } from "../commands/add.js";
import { FEATURE_NAMES, featureOf } from "../features/features.js";
import { formatHeading, joinLines, wrapLines, type Paint } from "./table.js";

/** Widest name of a feature in the list, with the blanks around it. */
const NAME_WIDTH = 25;

/** List of the features that can be added, for `--help`, in lines of a width. */
export function listFeatures(width = 80): string {
  const rows = FEATURE_NAMES.map((name) =>
    wrapLines(
      `  ${name.padEnd(NAME_WIDTH - 3)} ${featureOf(name).about}`,
      Math.min(width, 80),
      NAME_WIDTH - 2,
    ),
  );
  return `\nFeatures:\n${rows.join("\n")}\n`;
}

/** Describes the added files, and the lines that are left to the user. */
export function describeAdded(
  {
    feature,
    out,
    packages,
    also,
    onlyGenerated,
    servedBy,
    written: writtenPaths,
    ...insertedLines
  }: AddResult,
  paint: Paint,
): string {
  return joinLines(
    `${formatHeading(feature, out, paint)}: ${featureOf(feature).about}`,
    writtenPaths.map((path) => `  written   ${path}`),
    writtenPaths.length === 0 && "  Already installed: nothing to write",
    [insertedLines, ...(servedBy ? [servedBy] : []), ...also].flatMap(
      ({ code, imports, users, within }) => [
        "",
        `Add to ${users.join(" or ")}:`,
        "",
        ...imports.map((line) => `  ${line}`),
        "",
        ...(within === undefined ? [] : [`Inside ${within} there:`, ""]),
        `  ${code}${code.startsWith("export ") ? ";" : ","}`,
      ],
    ),
    onlyGenerated !== undefined && [
      "",
      ...wrapLines(
        `features: ["${feature}"] in the config also writes ${onlyGenerated}.`,
        80,
        0,
      ).split("\n"),
    ],
    packages.length > 0 && [
      "",
      "Install the packages that it needs:",
      "",
      `  npm install ${packages.join(" ")}`,
    ],
  );
}
