/** What the lines at the head of a SKILL.md say: https://agentskills.io/specification */
export type Frontmatter = Readonly<
  Record<string, string | Readonly<Record<string, string>>>
>;

/** Texts by name, and one level of them below a name; undefined where it is more of YAML than that. */
export function frontmatterOf(text: string): Frontmatter | undefined {
  const [, head] = /^---\r?\n([^]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text) ?? [];
  const fields: Record<string, string | Record<string, string>> = {};
  let group: Record<string, string> | undefined;
  for (const line of head?.split(/\r?\n/) ?? []) {
    if (/^\s*(#|$)/.test(line)) continue;
    const [, indent, key = "", rest = ""] =
      /^( *)([\w-]+):(?:[ \t]+(.*?))?[ \t]*$/.exec(line) ?? [];
    const value = scalarOf(rest);
    if (indent === undefined || value === undefined) return undefined;
    if (indent === "" && value === "") fields[key] = group = {};
    else if (indent === "") fields[key] = value;
    else if (group) group[key] = value;
    else return undefined;
    if (indent === "" && value !== "") group = undefined;
  }
  return fields;
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
