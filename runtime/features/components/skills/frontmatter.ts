/** Fields at the head of a SKILL.md: https://agentskills.io/specification */
export type Frontmatter = Readonly<
  Record<string, string | Readonly<Record<string, string>>>
>;

/** Maximum length of a head, in characters. A longer head is ignored. */
const MAX_HEAD = 65_536;

/** Parses strings by name, with one nested level. Returns undefined for other YAML. */
export function parseFrontmatter(text: string): Frontmatter | undefined {
  const fields = new Map<string, string | Map<string, string>>();
  let group: Map<string, string> | undefined;
  for (const line of readHead(text)) {
    if (/^\s*(#|$)/.test(line)) continue;
    const [, indent, key = "", rawValue = ""] =
      /^( *)([\w-]+):(?:[ \t]+([^ \t][^]*))?$/.exec(line.trimEnd()) ?? [];
    const value = parseScalar(rawValue);
    if (indent === undefined || value === undefined) return undefined;
    if (indent === "" && value === "") fields.set(key, (group = new Map()));
    else if (indent === "") fields.set(key, value);
    else if (group) group.set(key, value);
    else return undefined;
    if (indent === "" && value !== "") group = undefined;
  }
  // Object.fromEntries creates own properties for any name, also `__proto__`.
  return Object.fromEntries(
    [...fields].map(([key, value]) => [
      key,
      typeof value === "string" ? value : Object.fromEntries(value),
    ]),
  );
}

/** Returns the lines between the first two lines of hyphens, or an empty list if the text does not begin with one. */
function readHead(text: string): string[] {
  const [firstLine, ...lines] = text.slice(0, MAX_HEAD).split(/\r?\n/);
  const end = lines.findIndex((line) => /^---[ \t]*$/.test(line));
  return firstLine === "---" && end >= 0 ? lines.slice(0, end) : [];
}

/** Parses a text with or without quotes. Returns undefined if YAML would read another type. */
function parseScalar(text: string): string | undefined {
  if (/^'(?:[^']|'')*'$/.test(text))
    return text.slice(1, -1).replace(/''/g, "'");
  if (!text.startsWith('"'))
    return /^(?:[-?:,[\]{}#&*!|>'%@`]|[\d.+~]|(?:true|false|null|yes|no)$)|: | #|:$/i.test(
      text,
    )
      ? undefined
      : text;
  try {
    return String(JSON.parse(text));
  } catch {
    return undefined;
  }
}
