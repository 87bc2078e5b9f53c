import { form } from "../../runtime/features/form.js";
import { jsonLines } from "../../runtime/features/json-lines.js";
import { binary } from "../../runtime/features/uploads/binary.js";
import type { FileOptions } from "../../runtime/features/uploads/files.js";
import { multipart } from "../../runtime/features/uploads/multipart.js";
import type { BodyWriter } from "../../runtime/client.js";
import {
  SAMPLE_FILE,
  SAMPLE_FILE_URL,
} from "../../runtime/features/files/sample-file.js";

/** Writers of all kinds of bodies. With `takesPaths`, the sample file can be sent by its URL. */
export function bodyWriters(takesPaths: boolean): BodyWriter[] {
  const files: FileOptions = takesPaths ? { readLocal: readSampleFile } : {};
  return [binary(files), form, jsonLines, multipart(files)];
}

function readSampleFile(url: string) {
  return url === SAMPLE_FILE_URL
    ? Promise.resolve(SAMPLE_FILE)
    : Promise.reject(new Error(`No sample has the URL ${url}.`));
}
