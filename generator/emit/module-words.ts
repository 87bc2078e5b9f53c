import type { Words } from "../describe/describe.js";
import { groupBy } from "../shared/group-by.js";
import type { Lock, LockedFile } from "../project/outcome.js";

/**
 * Function that returns the words of a component as its module was generated last, by its key in the lock and the digest
 * of what they are made of; undefined if none of the locks has such a module. Hand edits of the module don't count.
 */
export type LastWords = (
  componentKey: string,
  source: string,
) => Words | undefined;

/** Reads words from the rows of locks; of two rows of one component, the first of the first lock counts. */
export function createWordsReader(locks: readonly (Lock | null)[]): LastWords {
  const rows = locks
    .flatMap((lock) => [...(lock?.files.values() ?? [])])
    .flatMap((file): [string, LockedFile][] =>
      file.key === undefined || file.words === undefined || file.orphan
        ? []
        : [[`${file.key}\t${file.words}`, file]],
    );
  const filesByKey = groupBy(rows);
  return (componentKey, source) => {
    const [file] = filesByKey.get(`${componentKey}\t${source}`) ?? [];
    return file && readWords(file.text() ?? "");
  };
}

/** Reads title and description of a module as it is generated; undefined if it has no title of its own. */
export function readWords(moduleText: string): Words | undefined {
  const title = readTextMember(moduleText, TITLE);
  return title === undefined
    ? undefined
    : { title, description: readTextMember(moduleText, DESCRIPTION) ?? null };
}

// A member with a string literal, on the line of its name or on the next, or with a template of several lines.
const TITLE =
  /^ {2}title:(?:\s+("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')| `\n((?:(?: {4}.*)?\n)*) {2}`),$/m;
const DESCRIPTION =
  /^ {2}description:(?:\s+("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')| `\n((?:(?: {4}.*)?\n)*) {2}`),$/m;

function readTextMember(
  moduleText: string,
  member: RegExp,
): string | undefined {
  const [, literal, template] = member.exec(moduleText) ?? [];
  if (literal !== undefined) return unescapeText(literal.slice(1, -1));
  return template === undefined
    ? undefined
    : unescapeText(template.slice(0, -1).replace(/^ {4}/gm, ""));
}

/** Text without the escapes that `literal` writes. */
function unescapeText(text: string): string {
  return text.replace(
    /\\(?:u([\da-f]{4})|(.))/gi,
    (_escape, unit: string | undefined, character = "") =>
      unit === undefined
        ? (ESCAPED[character as string] ?? (character as string))
        : String.fromCharCode(parseInt(unit, 16)),
  );
}

const ESCAPED: Readonly<Record<string, string>> = {
  n: "\n",
  r: "\r",
  t: "\t",
};
