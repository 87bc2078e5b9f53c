import type { Context, Feature } from "../../index.js";
import { addNote, wrapContext } from "./wrap-context.js";

/**
 * Adds the ETag of a response as a note if an operation with the same path takes it (`If-Match`): no body contains it.
 */
export function etag(): Feature {
  return {
    name: "etag",
    stage: "call",
    below: ["auto-paginate", "poll"],
    hooks: (service) =>
      wrapContext((base, entry) => {
        const isRequested = service.entries.some(
          ({ parameters, path, source }) =>
            path === entry.path &&
            source === entry.source &&
            parameters().some(({ name }) => /^if-match$/i.test(name)),
        );
        if (!isRequested) return base;
        const send: Context["send"] = async (args) => {
          const response = await base.send(args);
          const etagHeader = response.headers["etag"];
          // A response without a body already has a note with its ETag.
          return etagHeader === undefined || response.data === undefined
            ? response
            : addNote(response, service.context.redact(`etag: ${etagHeader}`));
        };
        return { ...base, send };
      }),
  };
}
