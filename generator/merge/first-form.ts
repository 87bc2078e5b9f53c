/**
 * A module or a list as the version before this one printed it, with the heading that it has now, so
 * that what was edited below it is brought together property by property. Other text as it is.
 */
export function fromFirstForm(text: string): string {
  return text
    .replace(
      HEADING,
      (_, comment: string, define: string, types: string) =>
        `type Operation = operations[${types}];\n\n${comment}export default ${define}<Operation>({`,
    )
    .replace(EXPORT, "export { default as $1 } from");
}

export function isFirstForm(text: string): boolean {
  return fromFirstForm(text) !== text;
}

const HEADING =
  /^(\/\*\* .* \*\/\n)export const \w+ =\s+(define(?:Tool|Resource|Template))<\s*operations\[("[^"\n]*")\]\s*>\(\{/m;

const EXPORT = /^export \{ (\w+) \} from/gm;
