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
import { SECRET_NAME } from "../log.js";
import { escapeInvisible } from "../escape-invisible.js";
import { toSortedJson } from "../sorted-json.js";

/**
 * Limits for the bytes of each text and the items of each list; smaller ones apply if the question would be too long
 * for a user.
 */
const SIZES = [
  { bytes: 300, items: 50 },
  { bytes: 100, items: 10 },
  { bytes: 40, items: 3 },
] as const;
const MAX_QUESTION_BYTES = 16_384;

/**
 * Formats the question to a user: each argument in one line, required ones first, then in the order of the schema.
 * The caller chooses the values, so each value is cut on its own and no name is left out. Throws a `CallError` if the
 * question is still too long.
 */
export function formatQuestion(
  { component, inputSchema }: RegisteredComponent,
  args: Args,
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
  const head = [title, ...(request === "custom" ? [] : [request])];
  for (const size of SIZES) {
    const lines = argumentNames.map(
      (argument) =>
        `- ${formatField(argument, args[argument], size, isSecret)}`,
    );
    const question = [...head, ...lines].map(escapeInvisible).join("\n");
    if (Buffer.byteLength(question) <= MAX_QUESTION_BYTES) return question;
  }
  throw new CallError(
    "Nothing was sent: the user must confirm this, and these arguments are too long to show. Send fewer at once.",
  );
}

type Size = (typeof SIZES)[number];

/** Formats a name and its value as JSON, with its strings and lists cut. */
function formatField(
  name: string,
  value: unknown,
  size: Size,
  isSecret: (key: string) => boolean,
): string {
  return `${JSON.stringify(name)}:${isSecret(name) ? '"[redacted]"' : formatPart(value)}`;

  function formatPart(part: unknown): string {
    if (typeof part === "string") {
      const start = truncateText(part, size.bytes);
      return JSON.stringify(start === part ? part : `${start}…`);
    }
    if (Array.isArray(part)) {
      const items = part.slice(0, size.items).map(formatPart);
      const hiddenCount = part.length - items.length;
      if (hiddenCount > 0) items.push(`… and ${hiddenCount} more`);
      return `[${items.join(",")}]`;
    }
    if (!isSchema(part)) return JSON.stringify(part) ?? "null";
    const fields = Object.entries(part).map(([key, field]) =>
      formatField(key, field, size, isSecret),
    );
    return `{${fields.join(",")}}`;
  }
}

/** Returns the SHA-256 of JSON with sorted names, so that equal values have equal digests. */
export function digestCall(value: unknown): string {
  const json = toSortedJson(value);
  return createHash("sha256").update(json).digest("hex");
}
