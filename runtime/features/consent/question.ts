import { createHash } from "node:crypto";
import {
  CallError,
  truncateText,
  isSchema,
  getOwn,
  propertiesOf,
} from "../../index.js";
import { requiredOf } from "../../index.js";
import type { Args, RegisteredComponent } from "../../index.js";
import { SECRET_NAME } from "../observe/log.js";
import { escapeInvisible } from "../text/escape-invisible.js";
import { toSortedJson } from "../text/sorted-json.js";

/** Limits in bytes: of each text, and of the question. */
const MAX_TEXT_BYTES = 300;
const MAX_QUESTION_BYTES = 16_384;

/**
 * Formats the question to a user: each argument in one line, required ones first, then in the order of the schema.
 * The caller chooses the values, so each text is cut on its own, and no name and no item of a list is left out. A text
 * is redacted before it is cut: `redact` does not find a part of a secret. Throws a `CallError` if the question is too
 * long.
 */
export function formatQuestion(
  { component, inputSchema }: RegisteredComponent,
  args: Args,
  redact: (text: string) => string,
) {
  const { name, request, title = name } = component;
  const schema = inputSchema();
  const properties = propertiesOf(schema);
  const required = new Set(requiredOf(schema));
  const declaredNames = properties.map(([argument]) => argument);
  const orderedNames = [
    ...declaredNames.filter((argument) => required.has(argument)),
    ...declaredNames,
    ...Object.keys(args),
  ];
  const argumentNames = [...new Set(orderedNames)].filter(
    (argument) => getOwn(args, argument) !== undefined,
  );
  const passwords = new Set(
    properties.flatMap(([argument, { format }]) =>
      format === "password" ? [argument] : [],
    ),
  );
  const isSecret = (key: string) => SECRET_NAME.test(key) || passwords.has(key);
  const writer = createWriter(isSecret, redact);
  writer.write(title);
  if (request !== "custom") writer.writeLine("", request);
  for (const argument of argumentNames) {
    writer.writeLine("- ");
    writer.writeField(argument, args[argument], "");
  }
  const { bytes, lists, question } = writer.read();
  if (bytes <= MAX_QUESTION_BYTES) return question;
  throw new CallError(
    `Nothing was sent: the user must confirm this, and these arguments are too long to show. ${suggestFewer(lists, bytes - MAX_QUESTION_BYTES)}`,
  );
}

/** A list in a question: the positions of its items and of its end, in bytes. */
interface WrittenList {
  /** JSON Pointer of the list in the arguments, redacted. */
  readonly pointer: string;
  readonly starts: readonly number[];
  readonly end: number;
}

/** Creates a writer of a question, in one pass over the arguments. */
function createWriter(
  isSecret: (key: string) => boolean,
  redact: (text: string) => string,
) {
  const pieces: string[] = [];
  const lists: WrittenList[] = [];
  let bytes = 0;

  function push(text: string): void {
    pieces.push(text);
    bytes += Buffer.byteLength(text);
  }

  const write = (text: string) => push(escapeInvisible(text));

  /** Writes a name and its value as JSON, with its strings cut. */
  function writeField(name: string, value: unknown, parent: string): void {
    write(`${JSON.stringify(name)}:`);
    if (isSecret(name)) write('"[redacted]"');
    else writePart(value, `${parent}/${name}`);
  }

  function writePart(part: unknown, pointer: string): void {
    if (typeof part === "string") {
      const text = redact(part);
      const start = truncateText(text, MAX_TEXT_BYTES);
      write(JSON.stringify(start === text ? text : `${start}…`));
    } else if (Array.isArray(part)) {
      writeList(part, pointer);
    } else if (isSchema(part)) {
      push("{");
      for (const [index, [key, field]] of Object.entries(part).entries()) {
        if (index > 0) push(",");
        writeField(key, field, pointer);
      }
      push("}");
    } else write(JSON.stringify(part) ?? "null");
  }

  function writeList(items: readonly unknown[], pointer: string): void {
    const starts: number[] = [];
    push("[");
    for (const [index, item] of items.entries()) {
      starts.push(bytes);
      if (index > 0) push(",");
      writePart(item, `${pointer}/${index}`);
    }
    lists.push({ pointer: redact(pointer), starts, end: bytes });
    push("]");
  }

  return {
    write,
    writeField,
    writeLine(start: string, text = ""): void {
      push(`\n${start}`);
      write(text);
    },
    read: () => ({ bytes, lists, question: pieces.join("") }),
  };
}

/** Suggests how many items of the longest list to send, so that the question is shorter by an excess of bytes. */
function suggestFewer(lists: readonly WrittenList[], excess: number): string {
  const longestFirst = lists.toSorted(
    (a, b) => b.starts.length - a.starts.length,
  );
  for (const { end, pointer, starts } of longestFirst) {
    const count = starts.findLastIndex((start) => end - start >= excess);
    if (count > 0)
      return `${count} of the ${starts.length} items of ${truncateText(pointer, MAX_TEXT_BYTES)} fit. Send no more of them at once.`;
  }
  return "Send fewer at once.";
}

/** Returns the SHA-256 of JSON with sorted names, so that equal values have equal digests. */
export function digestCall(value: unknown): string {
  const json = toSortedJson(value);
  return createHash("sha256").update(json).digest("hex");
}
