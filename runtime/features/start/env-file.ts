import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";

/**
 * Sets the variables of a file that are not set yet, as `process.loadEnvFile` does, which takes the byte order mark of
 * editors and shells on Windows for a part of the first name. Throws the system's error if the file can't be read.
 */
export function loadEnvFile(
  path: string,
  env: Record<string, string | undefined>,
): void {
  const bytes = readFileSync(path);
  const [first, second] = bytes;
  const isUtf16 = first === 0xff && second === 0xfe; // PowerShell's `>`
  const text = new TextDecoder(isUtf16 ? "utf-16le" : "utf-8").decode(bytes);
  for (const [name, value] of Object.entries(parseEnv(text)))
    if (value !== undefined && env[name] === undefined) env[name] = value;
}
