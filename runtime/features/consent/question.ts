import { createHash } from "node:crypto";
import { cutText, isSchema, own, propertiesOf } from "../../index.js";
import type { Args, Entry } from "../../index.js";
import { SECRET_NAME } from "../log.js";

/** Arguments that are shown, and bytes of each. */
const SHOWN = 20;
const MAX_LINE = 300;

/** What will happen, in the words a person is asked with: each argument in one line, those of the path first. */
export function questionOf(
  { component, inputSchema, parameters }: Entry,
  args: Args,
): string {
  const { name, request, title = name } = component;
  const inPath = parameters().filter((one) => one.in === "path");
  const first = inPath.map(({ argument }) => argument);
  const given = [...new Set([...first, ...Object.keys(args)])].filter(
    (one) => own(args, one) !== undefined,
  );
  const passwords = propertiesOf(inputSchema()).flatMap(([one, { format }]) =>
    format === "password" ? [one] : [],
  );
  const masked = (key: string, value: unknown) =>
    SECRET_NAME.test(key) || passwords.includes(key) ? "[redacted]" : value;
  const lines = given.slice(0, SHOWN).map((one) => {
    const text = JSON.stringify({ [one]: args[one] }, masked).slice(1, -1);
    const line = visible(text);
    const start = cutText(line, MAX_LINE);
    return `- ${start}${start.length < line.length ? "…" : ""}`;
  });
  const more = given.length - lines.length;
  return [
    visible(title),
    ...(request === "custom" ? [] : [visible(request)]),
    ...lines,
    ...(more > 0 ? [`- and ${more} more`] : []),
  ].join("\n");
}

/** What nobody sees, or what turns around what is seen, as JSON escapes it. */
function visible(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (sign) =>
    sign
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join(""),
  );
}

/** SHA-256 of JSON whose names are sorted, so that it is the same for all who write it. */
export function digestOf(value: unknown): string {
  const json = JSON.stringify(value, (_name, part: unknown) =>
    isSchema(part)
      ? Object.fromEntries(
          Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)),
        )
      : part,
  );
  return createHash("sha256").update(json).digest("hex");
}
