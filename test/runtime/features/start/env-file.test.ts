import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadEnvFile } from "../../../../runtime/features/start/env-file.js";
import { temporaryFolder } from "../../../generator/temporary.js";

const text = 'API_TOKEN=abc\r\nAPI_BASE_URL="https://api.example"\n';

test.each([
  ["without a byte order mark", Buffer.from(text)],
  ["of Notepad", Buffer.from(`\uFEFF${text}`)],
  ["of PowerShell 5", Buffer.from(`\uFEFF${text}`, "utf16le")],
])("a file %s sets each variable that is not set yet", (_name, bytes) => {
  const path = join(temporaryFolder(), ".env");
  writeFileSync(path, bytes);
  const env = { API_BASE_URL: "", HOME: "/home/ann" };
  loadEnvFile(path, env);
  expect(env).toEqual({
    API_TOKEN: "abc",
    API_BASE_URL: "",
    HOME: "/home/ann",
  });
});
