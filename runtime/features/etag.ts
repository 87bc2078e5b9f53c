import type { Context, Feature } from "../index.js";
import { addNote, wrapContext } from "./wrap-context.js";

/** Tells the ETag of what was read where an operation at the same path asks for it (`If-Match`): it stands in no body. */
export const etag: Feature = (service) =>
  wrapContext((base, entry) => {
    const isRequested = service.entries.some(
      ({ parameters, path, source }) =>
        path === entry?.path &&
        source === entry.source &&
        parameters().some(({ name }) => /^if-match$/i.test(name)),
    );
    if (!isRequested) return base;
    const send: Context["send"] = async (args) => {
      const response = await base.send(args);
      const etagHeader = response.headers["etag"];
      // Of an answer without a body, it is told as it is.
      return etagHeader === undefined || response.data === undefined
        ? response
        : addNote(response, service.redact(`etag: ${etagHeader}`));
    };
    return { ...base, send };
  })(service);
