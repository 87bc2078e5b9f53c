import { remembering } from "../text.js";

/**
 * Markdown and HTML as text: targets of links, tags, emphasis and headings are gone, code keeps its quotes. Each step
 * passes over the text once, whatever stands in it.
 * https://spec.commonmark.org/0.31.2/
 */
export const prose = remembering((given) => {
  const text = given.slice(0, MAX_READ);
  if (!/[<>&*_#[\]\r|~]/.test(text)) return tidy(text);
  const whole = text.replace(/\r\n?/g, "\n").replace(COMMENT, "");
  // What looks like a tag is one if it is HTML's, or is closed: `<owner>` is to be filled in.
  const closed = new Set(
    [...whole.matchAll(/<\/([a-z][\w-]*)\s*>/gi)].map(([, name = ""]) =>
      name.toLowerCase(),
    ),
  );
  const linked = outsideCode(whole, (part) =>
    part
      .replace(/<br\s*\/?>[ \t]*\n?/gi, "\n")
      .replace(/^[ \t]*\[[^\]\n]+\]:[ \t]*\S+[^\n]*$/gm, "")
      .replace(/^(?:[ \t]*>)+[ \t]?(?:\[![A-Za-z]+\])?/gm, ""),
  ).replace(LINK, withoutTarget);
  return tidy(
    outsideCode(linked, (part) =>
      entities(
        part
          .replace(TAG, (tag, end: string, name: string) =>
            spaceOf(tag, end, name.toLowerCase(), closed),
          )
          .replace(/<((?:https?:|mailto:)[^<>\s]*)>/gi, "$1")
          .replace(HEADING, "\n\n")
          .replaceAll("**", "")
          .replace(/(?<![\w*\\])([*_])([^\s*_][^*_\n]*)\1(?![\w*])/g, "$2")
          .replace(/(?<![\w`])_(?=[A-Z][a-z])|(?<=[.!?)])_(?![\w`])/g, "")
          .replace(/^[ \t]*(?:-{3,}|\*{3,}|_{3,})[ \t]*$/gm, ""),
      ),
    ),
  );
});

/** A heading, and a table below it, which tells nothing without it. */
const HEADING =
  /^[ \t]*#{1,6}[ \t]+[^\n]*(?:(?:\n[ \t]*)*\n[ \t]*\|[^\n]*(?:\n[ \t]*\|[^\n]*)*)?$/gm;

/** Characters of one text that are looked at. */
const MAX_READ = 50_000;
const COMMENT = /<!--(?:[^-]|-(?!->))*(?:-->|$)/g;
const CODE = /(```[^]*?```|`[^`\n]*`)/;

/** Code first, so that nothing in it is taken for a link. What can't be the place of a page is none, as in `[a-z](b)`. */
const LINK =
  /```[^]*?```|`[^`\n]*`|!?\[((?:[^[\]]|\[[^[\]]*\])*)\]\(\s*(?!\s)<?([^()\s<>]*(?:\([^()\s]*\)[^()\s]*)*)>?(?:\s+["'][^"'\n]*["'])?\s*\)/g;
const PLACE =
  /^$|^[#/.]|^[a-z][a-z\d+.-]*:|[\w-][/#][\w-]|^[a-z\d]+(?:-[a-z\d]+)+$|\.(?:html?|md)\b/i;

function withoutTarget(link: string, text?: string, target?: string): string {
  if (link.startsWith("!")) return "";
  return text === undefined || !PLACE.test(target ?? "") ? link : text;
}

const TAG = /<(\/?)([a-z][\w-]*)(?=[\s/>])[^<>]*>/gi;
const BLOCKS =
  /^(p|div|ul|ol|dl|table|h[1-6]|pre|blockquote|hr|section|details|summary)$/;
const LINES = /^(br|tr|dt|dd|thead|tbody)$/;
const INLINE =
  /^(a|abbr|b|big|center|cite|del|em|font|i|img|ins|mark|q|s|small|span|strong|strike|sub|sup|u|var|wbr)$/;

/** What stands in the place of a tag. */
function spaceOf(
  tag: string,
  end: string,
  name: string,
  closed: ReadonlySet<string>,
): string {
  if (name === "code" || name === "tt" || name === "kbd") return "`";
  if (name === "li") return end ? "" : "\n- ";
  if (BLOCKS.test(name)) return "\n\n";
  if (LINES.test(name)) return end ? "" : "\n";
  if (name === "td" || name === "th") return " ";
  return INLINE.test(name) || closed.has(name) ? "" : tag;
}

const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  ndash: "–",
  mdash: "—",
  hellip: "…",
  copy: "©",
  reg: "®",
  times: "×",
  lsquo: "‘",
  rsquo: "’",
  ldquo: "“",
  rdquo: "”",
  bull: "•",
  deg: "°",
};

/** https://html.spec.whatwg.org/multipage/named-characters.html; those that texts use. */
function entities(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi,
    (whole, decimal?: string, hex?: string, name = "") => {
      const code = decimal ? Number(decimal) : hex ? parseInt(hex, 16) : 0;
      const known = name as string;
      if (code === 0)
        return Object.hasOwn(NAMED, known) ? (NAMED[known] ?? whole) : whole;
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}

function outsideCode(text: string, change: (part: string) => string): string {
  return text
    .split(CODE)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join("");
}

function tidy(text: string): string {
  return text
    .replace(/^[ \t]*```[^\n]*$/gm, "")
    .replace(/(?<![^\S\n])[^\S\n]+$/gm, "")
    .replace(/(?<=\S)[ \t]{2,}/g, " ")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
