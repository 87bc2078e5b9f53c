import type { ToolDefinition } from "../../runtime/types.js";
import { type Operation, successesOf } from "../model.js";
import { kebabCase } from "./identifiers.js";
import { ownId, USUAL } from "./operation-id.js";

export type ToolAnnotations = NonNullable<ToolDefinition["annotations"]>;

/** What differs from a tool that destroys, or one that only reads where it is one. https://modelcontextprotocol.io/specification/2025-11-25/schema#toolannotations */
export function annotationsOf(operation: Operation): ToolAnnotations {
  const { method } = operation;
  const isSafe = ["GET", "HEAD", "OPTIONS", "TRACE", "QUERY"].includes(method);
  const ends = logsOut(operation);
  const isQuestion = surelyReads(operation) || queries(operation);
  if (!ends && (isSafe || (method === "POST" && isQuestion)))
    return { readOnlyHint: true };
  return {
    ...(!ends &&
      /^(POST|PUT)$/.test(method) &&
      keeps(operation) && { destructiveHint: false }),
    // https://www.rfc-editor.org/rfc/rfc9110#section-9.2.2
    ...(/^(PUT|DELETE)$/.test(method) && { idempotentHint: true }),
  };
}

/** All hints, as the runtime lists them. */
export function hintsOf(annotations: ToolAnnotations): ToolAnnotations {
  const { readOnlyHint = false } = annotations;
  return {
    readOnlyHint,
    destructiveHint: !readOnlyHint,
    idempotentHint: readOnlyHint,
    openWorldHint: true,
    ...annotations,
  };
}

/** Whether words say that something is taken away. */
export function tellsRemoval(text: string): boolean {
  return wordsOf(text).some(
    (word) => REMOVES.has(word) || /^un[a-z]{3}/.test(word),
  );
}

const set = (words: string) => new Set(words.split(" "));

const REMOVES = set(
  "archive ban cancel clear deactivate delete destroy detach disable disassociate discard dismiss drop empty erase flush force kick kill leave merge move overwrite purge reject remove replace reset revoke rotate stop suspend terminate transfer truncate uninstall unlink void wipe",
);
const CHANGES = set(
  "change edit modify patch put save set sync update upsert write",
);
const ADDS = set(
  "add append approve attach clone comment copy create duplicate enable enqueue follow fork generate import insert invite join link new notify open ping publish queue reactivate redeliver register reopen request rerun restart restore retry schedule send share star start submit subscribe test upload watch",
);
const READS = set(
  "analyze calculate check compare convert count describe diff download estimate evaluate explain export fetch find format get list lookup parse preview query read render resolve retrieve scan search show simulate translate validate verify view",
);
/** Money moves: as the verb, or as what a path ends in. */
const PAYS = set(
  "buy charge checkout pay payment payout purchase refund repay topup withdraw withdrawal",
);
/** Verbs of a path that leave no doubt: nothing else is called so. */
const SURE = set(
  "calculate compare count diff estimate explain find get list lookup preview render search",
);

/** Whether a word of a name, in any case, says what is done. */
export function isVerb(word: string): boolean {
  const lower = word.toLowerCase();
  const isUsual = Object.values(USUAL).some((usual) => usual.test(lower));
  return (
    isUsual || [REMOVES, CHANGES, ADDS, READS].some((known) => known.has(lower))
  );
}

/** Nothing that is there is changed or lost: by the first verb of its texts, then by its answer. */
function keeps(operation: Operation): boolean {
  const { method, path, responses, summary } = operation;
  const own = ownId(operation);
  const id = wordsOf(own.split(/[/.]/).at(-1) ?? "");
  const fixed = path.split("/").filter((part) => !part.includes("{"));
  // A plural at the end is a noun: `value_lists`.
  const end = kebabCase(fixed.at(-1) ?? "").split("-");
  const last = /[^-]*$/.exec(kebabCase(own))?.[0];
  const heads = [wordsOf(summary)[0], id[0], end[0], last, end.at(-1)];
  const verbs = heads.filter((word) => word !== undefined);
  if (verbs.some((word) => REMOVES.has(word))) return false;
  const verb = verbs.find((word) =>
    [CHANGES, ADDS, READS].some((known) => known.has(word)),
  );
  if (verb !== undefined && CHANGES.has(verb)) return false;
  const acts = [wordsOf(summary)[0], id[0], wordsOf(end.at(-1) ?? "")[0]];
  if (acts.some((word) => PAYS.has(word ?? ""))) return false;
  // `createOrReplace` does more than its verb says.
  const said = [...wordsOf(summary), ...id];
  if (said.some((word) => /^(?:replace|update|upsert|overwrite)$/.test(word)))
    return false;
  if (secondActs(summary).some((word) => REMOVES.has(word))) return false;
  // A PUT sets what is there anew, unless its verb adds.
  if (verb !== undefined) return method === "POST" || ADDS.has(verb);
  return method === "POST" && responses.some(({ status }) => status === "201");
}

/** Ends somebody's session, whatever its method. */
function logsOut(operation: Operation): boolean {
  return [operation.path.split("/").at(-1), ownId(operation)].some((name) =>
    /(?:^|-)(?:log|sign)-?(?:out|off)(?:-user)?$/.test(kebabCase(name ?? "")),
  );
}

/**
 * A POST whose path ends in a question, which its texts repeat, and that gives the answer: it needs no right to
 * write. `value_lists` is no verb.
 */
function surelyReads(operation: Operation): boolean {
  const { path, summary } = operation;
  const end = kebabCase(path.split("/").at(-1) ?? "");
  const [first = "", ...others] = end.split("-");
  const isBulk = /^(?:bulk|batch)$/.test(first) && others.length === 1;
  const said = wordsOf(summary);
  const id = wordsOf(ownId(operation));
  const statuses = successesOf(operation).map(({ status }) => status);
  return (
    !path.endsWith("}") &&
    SURE.has(isBulk ? (others[0] ?? "") : first) &&
    (READS.has(said[0] ?? "") || id.some((word) => READS.has(word))) &&
    statuses.join() === "200" &&
    ![first, ...others, ...said].some(
      (word) =>
        /^(?:and|or)$/.test(word) ||
        [REMOVES, CHANGES, ADDS].some((known) => known.has(word)),
    )
  );
}

/** What writes, wherever it stands in a summary. */
const WRITES = set(
  "add append clear create delete destroy edit erase generate insert modify overwrite patch purge put remove replace reset revoke save store submit update upsert write",
);

/**
 * A POST whose path ends in `query`, `search` or what is called `…_read`, as Box's `metadata_queries/execute_read`, and
 * whose summary begins with a verb that asks and says nothing of writing.
 */
function queries({ path, responses, summary }: Operation): boolean {
  const end = kebabCase(path.split(/[/:.]/).at(-1) ?? "");
  const words = wordsOf(summary);
  const [verb = ""] = words;
  // 201 has created something, 202 and 204 have done something: https://www.rfc-editor.org/rfc/rfc9110#section-15.3
  const doesMore = responses.some(({ status }) => /^20[1-5]$/.test(status));
  return (
    !path.endsWith("}") &&
    /(?:^|-)(?:query|search)$|-read$/.test(end) &&
    /^(?:get|list|search|find|query)$/.test(verb) &&
    !doesMore &&
    !end.split("-").some((word) => WRITES.has(word)) &&
    !words.some((word) => WRITES.has(word)) &&
    !secondActs(summary).some((word) =>
      [REMOVES, CHANGES, ADDS].some((known) => known.has(word)),
    )
  );
}

/** What stands behind `and` and `or`, which may be a second verb. */
function secondActs(summary: string): string[] {
  const words = wordsOf(summary);
  return words.filter((_, at) => /^(?:and|or)$/.test(words[at - 1] ?? ""));
}

/** In lower case and as one does it: `creates` is `create`. */
function wordsOf(text: string): string[] {
  return kebabCase(text)
    .split("-")
    .map((word) =>
      /(?:ss|sh|ch|x|zz)es$/.test(word)
        ? word.slice(0, -2)
        : word.replace(/ies$/, "y").replace(/([^su])s$/, "$1"),
    );
}
