/** Something that two recordings don't have in common. */
export interface Difference extends Edit {
  /** Sort of the difference; similar differences have the same. */
  readonly kind: string;
  readonly document: string;
  /** The pass, and the component and trial if it concerns one. */
  readonly place: string;
}

/** Takes down a difference. */
export type Tell = (
  kind: string,
  place: string,
  before: unknown,
  after: unknown,
) => void;

/** Texts before and after, cut to their first difference. */
export interface Edit {
  /** `[-before-]{+after+}` */
  readonly edit: string;
  /** Edit with the text around it. */
  readonly shown: string;
}

/** Two values, shown as the one stretch in which they differ. */
export function editOf(was: unknown, is: unknown): Edit {
  const [before, after] = [asText(was), asText(is)];
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end))
    end++;
  const cut = (text: string) => {
    const middle = text.slice(start, text.length - end);
    return middle.length > 100 ? `${middle.slice(0, 100)}…` : middle;
  };
  const edit = `[-${cut(before)}-]{+${cut(after)}+}`;
  const head = before.slice(Math.max(0, start - 40), start);
  const tail = before.slice(before.length - end).slice(0, 40);
  return { edit, shown: `${head}${edit}${tail}` };
}

function asText(value: unknown): string {
  if (typeof value === "string") return value;
  return value === undefined ? "" : JSON.stringify(value);
}
