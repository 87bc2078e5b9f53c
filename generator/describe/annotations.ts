import type { ToolDefinition } from "../runtime.js";
import { type Operation, successResponsesOf } from "../model.js";
import { kebabCase } from "./identifiers.js";
import { METHOD_VERBS, viewOperationId } from "./operation-id.js";

export type ToolAnnotations = NonNullable<ToolDefinition["annotations"]>;

/** MCP annotations of an operation, as far as they differ from MCP's defaults for a tool that writes, or for one that only reads. https://modelcontextprotocol.io/specification/2025-11-25/schema#toolannotations */
export function annotationsOf(operation: Operation): ToolAnnotations {
  const { method } = operation;
  const isSafe = ["GET", "HEAD", "OPTIONS", "TRACE", "QUERY"].includes(method);
  const { baseId } = viewOperationId(operation);
  const endsSession = isLogout(operation, baseId);
  const isQuestion =
    isReadOnlyPost(operation, baseId) || isQueryPost(operation);
  if (!endsSession && (isSafe || (method === "POST" && isQuestion)))
    return { readOnlyHint: true };
  return {
    ...(!endsSession &&
      /^(POST|PUT)$/.test(method) &&
      isNonDestructive(operation, baseId) && { destructiveHint: false }),
    // https://www.rfc-editor.org/rfc/rfc9110#section-9.2.2
    ...(/^(PUT|DELETE)$/.test(method) && { idempotentHint: true }),
  };
}

/** Annotations with every hint filled in, as the runtime lists them. */
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

/** True if a text has a verb that takes something away: one of `REMOVAL_VERBS`, or `un…` as in `unlink`. */
export function hasRemovalVerb(text: string): boolean {
  return toBaseForms(text).some(
    (word) => REMOVAL_VERBS.has(word) || /^un[a-z]{3}/.test(word),
  );
}

const toWordSet = (words: string) => new Set(words.split(" "));

const REMOVAL_VERBS = toWordSet(
  "archive ban cancel clear deactivate delete destroy detach disable disassociate discard dismiss drop empty erase flush force kick kill leave merge move overwrite purge reject remove replace reset revoke rotate stop suspend terminate transfer truncate uninstall unlink void wipe",
);
const CHANGE_VERBS = toWordSet(
  "change edit modify patch put save set sync update upsert write",
);
const ADDITION_VERBS = toWordSet(
  "add append approve attach clone comment copy create duplicate enable enqueue follow fork generate import insert invite join link new notify open ping publish queue reactivate redeliver register reopen request rerun restart restore retry schedule send share star start submit subscribe test upload watch",
);
const READ_VERBS = toWordSet(
  "analyze calculate check compare convert count describe diff download estimate evaluate explain export fetch find format get list lookup parse preview query read render resolve retrieve scan search show simulate translate validate verify view",
);
/** Words for moving money: the verb of a summary, or the last word of a path. */
const PAYMENT_WORDS = toWordSet(
  "buy charge checkout pay payment payout purchase refund repay topup withdraw withdrawal",
);
/** Verbs at the end of a path that are certain to read: no resource is called so. */
const CERTAIN_READ_VERBS = toWordSet(
  "calculate compare count diff estimate explain find get list lookup preview render search",
);

/** True if a word of a name, in any case, is a verb that we know. */
export function isVerb(word: string): boolean {
  const lower = word.toLowerCase();
  const isMethodVerb = Object.values(METHOD_VERBS).some((pattern) =>
    pattern.test(lower),
  );
  return (
    isMethodVerb ||
    [REMOVAL_VERBS, CHANGE_VERBS, ADDITION_VERBS, READ_VERBS].some((verbSet) =>
      verbSet.has(lower),
    )
  );
}

/** True if an operation changes or removes nothing that exists: by the first verb of its texts, then by its response's status. */
function isNonDestructive(
  { method, path, responses, summary }: Operation,
  baseId: string,
): boolean {
  const idWords = toBaseForms(baseId.split(/[/.]/).at(-1) ?? "");
  const fixedSegments = path
    .split("/")
    .filter((segment) => !segment.includes("{"));
  // A plural at the end is a noun: `value_lists`.
  const endWords = kebabCase(fixedSegments.at(-1) ?? "").split("-");
  const lastWord = kebabCase(baseId).split("-").at(-1);
  const leadingWords = [
    toBaseForms(summary)[0],
    idWords[0],
    endWords[0],
    lastWord,
    endWords.at(-1),
  ];
  const verbs = leadingWords.filter((word) => word !== undefined);
  if (verbs.some((word) => REMOVAL_VERBS.has(word))) return false;
  const verb = verbs.find((word) =>
    [CHANGE_VERBS, ADDITION_VERBS, READ_VERBS].some((verbSet) =>
      verbSet.has(word),
    ),
  );
  if (verb !== undefined && CHANGE_VERBS.has(verb)) return false;
  const actionWords = [
    toBaseForms(summary)[0],
    idWords[0],
    toBaseForms(endWords.at(-1) ?? "")[0],
  ];
  if (actionWords.some((word) => PAYMENT_WORDS.has(word ?? ""))) return false;
  // `createOrReplace` does more than its verb says.
  const docWords = [...toBaseForms(summary), ...idWords];
  if (
    docWords.some((word) => /^(?:replace|update|upsert|overwrite)$/.test(word))
  )
    return false;
  if (findSecondVerbs(summary).some((word) => REMOVAL_VERBS.has(word)))
    return false;
  // A PUT replaces what exists, unless its verb adds.
  if (verb !== undefined) return method === "POST" || ADDITION_VERBS.has(verb);
  return method === "POST" && responses.some(({ status }) => status === "201");
}

/** True if an operation ends a session, whatever its method. */
function isLogout({ path }: Operation, baseId: string): boolean {
  return [path.split("/").at(-1), baseId].some((name) =>
    /(?:^|-)(?:log|sign)-?(?:out|off)(?:-user)?$/.test(kebabCase(name ?? "")),
  );
}

/**
 * True if a POST only reads: its path ends in a verb of `CERTAIN_READ_VERBS`, its summary or operationId has a reading
 * verb, and its only success is 200. `value_lists` is not a verb.
 */
function isReadOnlyPost(operation: Operation, baseId: string): boolean {
  const { path, summary } = operation;
  const lastSegment = kebabCase(path.split("/").at(-1) ?? "");
  const [firstWord = "", ...otherWords] = lastSegment.split("-");
  const isBulk = /^(?:bulk|batch)$/.test(firstWord) && otherWords.length === 1;
  const summaryWords = toBaseForms(summary);
  const idWords = toBaseForms(baseId);
  const statuses = successResponsesOf(operation).map(({ status }) => status);
  return (
    !path.endsWith("}") &&
    CERTAIN_READ_VERBS.has(isBulk ? (otherWords[0] ?? "") : firstWord) &&
    (READ_VERBS.has(summaryWords[0] ?? "") ||
      idWords.some((word) => READ_VERBS.has(word))) &&
    statuses.join() === "200" &&
    ![firstWord, ...otherWords, ...summaryWords].some(
      (word) =>
        /^(?:and|or)$/.test(word) ||
        [REMOVAL_VERBS, CHANGE_VERBS, ADDITION_VERBS].some((verbSet) =>
          verbSet.has(word),
        ),
    )
  );
}

/** Verbs that write, wherever they are in a summary. */
const WRITE_VERBS = toWordSet(
  "add append clear create delete destroy edit erase generate insert modify overwrite patch purge put remove replace reset revoke save store submit update upsert write",
);

/**
 * True if the path of a POST ends in `query`, `search` or `…_read`, as Box's `metadata_queries/execute_read`, and its
 * summary begins with a reading verb and has no writing one.
 */
function isQueryPost({ path, responses, summary }: Operation): boolean {
  const lastSegment = kebabCase(path.split(/[/:.]/).at(-1) ?? "");
  const words = toBaseForms(summary);
  const [verb = ""] = words;
  // 201 has created something, 202 and 204 have done something: https://www.rfc-editor.org/rfc/rfc9110#section-15.3
  const hasSideEffect = responses.some(({ status }) =>
    /^20[1-5]$/.test(status),
  );
  return (
    !path.endsWith("}") &&
    /(?:^|-)(?:query|search)$|-read$/.test(lastSegment) &&
    /^(?:get|list|search|find|query)$/.test(verb) &&
    !hasSideEffect &&
    !lastSegment.split("-").some((word) => WRITE_VERBS.has(word)) &&
    !words.some((word) => WRITE_VERBS.has(word)) &&
    !findSecondVerbs(summary).some((word) =>
      [REMOVAL_VERBS, CHANGE_VERBS, ADDITION_VERBS].some((verbSet) =>
        verbSet.has(word),
      ),
    )
  );
}

/** Words after `and` and `or` in a summary, which may be a second verb. */
function findSecondVerbs(summary: string): string[] {
  const words = toBaseForms(summary);
  return words.filter((_, index) =>
    /^(?:and|or)$/.test(words[index - 1] ?? ""),
  );
}

/** Words of a text in lower case, verbs in their base form: `creates` → `create`. */
function toBaseForms(text: string): string[] {
  return kebabCase(text)
    .split("-")
    .map((word) =>
      /(?:ss|sh|ch|x|zz)es$/.test(word)
        ? word.slice(0, -2)
        : word.replace(/ies$/, "y").replace(/([^su])s$/, "$1"),
    );
}
