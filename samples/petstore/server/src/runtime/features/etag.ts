// Runtime of this MCP server, written by toolwright. You may edit this file: regeneration merges your edits.
import type { Context, Feature } from "../index.js";
import { addNote, wrapContext } from "./wrap-context.js";

/** Tells the ETag of what was read where an operation at the same path asks for it (`If-Match`): it stands in no body. */
export const etag: Feature = (service) =>
  wrapContext((base, entry) => {
    const isAsked = service.entries.some(
      ({ parameters, path, source }) =>
        path === entry?.path &&
        source === entry.source &&
        parameters().some(({ name }) => /^if-match$/i.test(name)),
    );
    if (!isAsked) return base;
    const send: Context["send"] = async (args) => {
      const answer = await base.send(args);
      const tag = answer.headers["etag"];
      // Of an answer without a body, it is told as it is.
      return tag === undefined || answer.data === undefined
        ? answer
        : addNote(answer, service.redact(`etag: ${tag}`));
    };
    return { ...base, send };
  })(service);
