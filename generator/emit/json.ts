/** A value as JSON, laid out as prettier would, as far as lists of one short text go. */
export function json(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(
    /\[\n\s+("[^"\n]{0,40}")\n\s+\]/g,
    "[$1]",
  );
}
