import { isAbsolute, relative } from "node:path";
import {
  listOptions,
  type OptionOrigin,
  type OptionRow,
  type ResolvedOptions,
} from "../config/resolve-options.js";
import { getOption } from "../config/options.js";
import { toJsonText } from "../shared/json.js";
import { formatTable, type Column, type Paint } from "./table.js";

/** Describes each option of a run in a table: its value, and the flag or the file that gives it. */
export function describeOptions(
  resolved: ResolvedOptions,
  cwd: string,
  layout: { readonly paint: Paint; readonly width: number },
): string {
  const columns: readonly Column<OptionRow>[] = [
    ["option", 20, ({ name }) => name],
    ["value", 80, (row) => formatValue(row, cwd)],
    ["from", 80, (row) => describeOrigin(row, cwd)],
  ];
  return formatTable(columns, listOptions(resolved), layout).join("\n");
}

/** Value of an option; paths are relative to the working folder. */
function formatValue({ name, value }: OptionRow, cwd: string): string {
  const isPath = getOption(name)?.isPath === true;
  const toText = (item: unknown) =>
    isPath && typeof item === "string" && isAbsolute(item)
      ? relative(cwd, item) || "."
      : toJsonText(item);
  if (value === null) return "";
  return Array.isArray(value) ? value.map(toText).join(", ") : toText(value);
}

/** Converts the options of a run to the JSON that is printed. */
export function toJsonOptions(resolved: ResolvedOptions, cwd: string) {
  return listOptions(resolved).map((row) => ({
    name: row.name,
    value: row.value,
    from: describeOrigin(row, cwd),
  }));
}

/** Describes an origin: `--timeout`, the path of a file from the working folder, or `default`. */
function describeOrigin(
  { name, origin }: { readonly name: string; readonly origin: OptionOrigin },
  cwd: string,
): string {
  switch (origin.kind) {
    case "flag":
      return getOption(name)?.flag?.split(" ")[0] ?? "the command line";
    case "default":
      return "default";
    default:
      return relative(cwd, origin.path) || origin.path;
  }
}
