import { readFileSync } from "node:fs";
import { PACKAGE_ROOT } from "./paths.js";

/** This package's version. It stands in the lock and in no other emitted file. */
export const VERSION = readVersion();

function readVersion(): string {
  const text = readFileSync(`${PACKAGE_ROOT}package.json`, "utf8");
  return (JSON.parse(text) as { version: string }).version;
}
