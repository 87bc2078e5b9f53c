/** What the lines at the head of a SKILL.md say: https://agentskills.io/specification */
export type Frontmatter = Readonly<
  Record<string, string | Readonly<Record<string, string>>>
>;

/** Characters of a head; what is longer is none. */
const MAX_HEAD = 65_536;

/** Texts by name, and one level of them below a name; undefined where it is more of YAML than that. */
export function parseFrontmatter(text: string): Frontmatter | undefined {
  const fields = new Map<string, string | Map<string, string>>();
  let group: Map<string, string> | undefined;
  for (const line of headOf(text)) {
    if (/^\s*(#|$)/.test(line)) continue;
    const [, indent, key = "", rest = ""] =
      /^( *)([\w-]+):(?:[ \t]+([^ \t][^]*))?$/.exec(line.trimEnd()) ?? [];
    const value = scalarOf(rest);
    if (indent === undefined || value === undefined) return undefined;
    if (indent === "" && value === "") fields.set(key, (group = new Map()));
    else if (indent === "") fields.set(key, value);
    else if (group) group.set(key, value);
    else return undefined;
    if (indent === "" && value !== "") group = undefined;
  }
  // Properties of their own, whatever they are called.
  return Object.fromEntries(
    [...fields].map(([key, value]) => [
      key,
      typeof value === "string" ? value : Object.fromEntries(value),
    ]),
  );
}

/** The lines between the first two of hyphens; none where a text does not begin so. */
function headOf(text: string): string[] {
  const [first, ...lines] = text.slice(0, MAX_HEAD).split(/\r?\n/);
  const end = lines.findIndex((line) => /^---[ \t]*$/.test(line));
  return first === "---" && end >= 0 ? lines.slice(0, end) : [];
}

/** A text in quotes or without; what YAML would take for something else is none. */
function scalarOf(text: string): string | undefined {
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
