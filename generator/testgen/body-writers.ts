import {
  form,
  jsonLines,
  binary,
  multipart,
  SAMPLE_FILE,
  SAMPLE_FILE_URL,
  type FileOptions,
  type BodyWriter,
} from "../runtime.js";

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
