import { memoize } from "../shared/memoize.js";

/**
 * Plain text of Markdown and HTML. Targets of links, tags, emphasis and headings are removed; code keeps its quotes.
 * Each step passes over the text once, whatever it contains.
 * https://spec.commonmark.org/0.31.2/
 */
export const markdownToText = memoize((source) => {
  const text = source.slice(0, MAX_CHARACTERS);
  if (!/[<>&*_#[\]\r|~+]/.test(text)) return tidyWhitespace(text);
  const markdown = text
    .replace(/\r\n?/g, "\n")
    .replace(COMMENT, "")
    .replace(MARKER, "");
  // A tag is one of HTML's, or is closed somewhere; `<owner>` is a placeholder.
  const closedTags = new Set(
    [...markdown.matchAll(/<\/([a-z][\w-]*)\s*>/gi)].map(([, name = ""]) =>
      name.toLowerCase(),
    ),
  );
  const unlinkedText = mapOutsideCode(markdown, (part) =>
    part
      .replace(/<br\s*\/?>[ \t]*\n?/gi, "\n")
      .replace(/^[ \t]*\[(?:(?!\]).)+\]:[ \t]*\S.*$/gm, "")
      .replace(/^(?:[ \t]*>)+[ \t]?(?:\[![A-Za-z]+\])?/gm, ""),
  ).replace(LINK, dropLinkTarget);
  return tidyWhitespace(
    mapOutsideCode(unlinkedText, (part) =>
      decodeEntities(
        part
          .replace(TAG, (tag, end: string, name: string) =>
            replaceTag(tag, end, name.toLowerCase(), closedTags),
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

/** Heading, with a table right below it, which is meaningless without the heading. */
const HEADING =
  /^[ \t]*#{1,6}[ \t]+[^\n]*(?:(?:\n[ \t]*)*\n[ \t]*\|[^\n]*(?:\n[ \t]*\|[^\n]*)*)?$/gm;

/** Characters of one text that are read; the rest is dropped. */
const MAX_CHARACTERS = 50_000;
const COMMENT = /<!--(?:[^-]|-(?!->))*(?:-->|$)/g;
/** Markers that generators of Go read in comments, alone on a line or at its end: `+optional`, `+listType=atomic`. https://book.kubebuilder.io/reference/markers */
const MARKER =
  /(?:^|(?<=\S)[ \t])[ \t]{0,8}\+(?:(?:optional|nullable|required|enum|genclient|featureGate|k8s|kubebuilder|list|map|patch|protobuf|struct|union)\w*(?:[=:]\S*)?|[a-z]\w*[=:][^\s+][^\n]*)[ \t]*$/gim;
const CODE = /(```[^]*?```|`[^`\n]*`)/;

/** Code or a link. Code comes first, so that nothing in it is taken for a link. A target that can't be a page's address makes no link, as in `[a-z](b)`. */
const LINK =
  /```[^]*?```|`[^`\n]*`|!?\[((?:[^[\]]|\[[^[\]]*\])*)\]\(\s*(?!\s)<?([^()\s<>]*(?:\([^()\s]*\)[^()\s]*)*)>?(?:\s+["'][^"'\n]*["'])?\s*\)/g;
const LINK_TARGET =
  /^$|^[#/.]|^[a-z][a-z\d+.-]*:|[\w-][/#][\w-]|^[a-z\d]+(?:-[a-z\d]+)+$|\.(?:html?|md)\b/i;

function dropLinkTarget(link: string, text?: string, target?: string): string {
  if (link.startsWith("!")) return "";
  return text === undefined || !LINK_TARGET.test(target ?? "") ? link : text;
}

const TAG = /<(\/?)([a-z][\w-]*)(?=[\s/>])[^<>]*>/gi;
const BLOCK_TAGS =
  /^(p|div|ul|ol|dl|table|h[1-6]|pre|blockquote|hr|section|details|summary)$/;
const LINE_TAGS = /^(br|tr|dt|dd|thead|tbody)$/;
const INLINE_TAGS =
  /^(a|abbr|b|big|center|cite|del|em|font|i|img|ins|mark|q|s|small|span|strong|strike|sub|sup|u|var|wbr)$/;

/** Text that replaces an HTML tag. An unknown tag that is never closed stays. */
function replaceTag(
  tag: string,
  endSlash: string,
  name: string,
  closedTags: ReadonlySet<string>,
): string {
  if (name === "code" || name === "tt" || name === "kbd") return "`";
  if (name === "li") return endSlash ? "" : "\n- ";
  if (BLOCK_TAGS.test(name)) return "\n\n";
  if (LINE_TAGS.test(name)) return endSlash ? "" : "\n";
  if (name === "td" || name === "th") return " ";
  return INLINE_TAGS.test(name) || closedTags.has(name) ? "" : tag;
}

const NAMED_ENTITIES: Readonly<Record<string, string>> = {
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

/** Decodes character references: numeric ones, and the named ones in `NAMED_ENTITIES`, which texts use. https://html.spec.whatwg.org/multipage/named-characters.html */
function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi,
    (entity, decimal?: string, hex?: string, name = "") => {
      const codePoint = decimal ? Number(decimal) : hex ? parseInt(hex, 16) : 0;
      const entityName = name as string;
      if (codePoint === 0)
        return Object.hasOwn(NAMED_ENTITIES, entityName)
          ? (NAMED_ENTITIES[entityName] ?? entity)
          : entity;
      return codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : entity;
    },
  );
}

function mapOutsideCode(
  text: string,
  change: (part: string) => string,
): string {
  return text
    .split(CODE)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join("");
}

function tidyWhitespace(text: string): string {
  return text
    .replace(/^[ \t]*```[^\n]*$/gm, "")
    .replace(/(?<![^\S\n])[^\S\n]+$/gm, "")
    .replace(/(?<=\S)[ \t]{2,}/g, " ")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
