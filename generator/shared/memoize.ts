/** A function of a text that remembers what it gave: documents say many things many times. */
export function remembering<Result>(
  of: (text: string) => Result,
): (text: string) => Result {
  const known = new Map<string, Result>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const made = of(text);
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(text, made);
    return made;
  };
}

/** The same of what never changes, such as schemas: what is made of each is kept as long as it is there. */
export function rememberingEach<
  Of extends object,
  Made extends NonNullable<unknown> | null,
>(make: (of: Of) => Made): (of: Of) => Made {
  const known = new WeakMap<Of, Made>();
  return (of) => {
    const found = known.get(of);
    if (found !== undefined) return found;
    const made = make(of);
    known.set(of, made);
    return made;
  };
}

/** Texts that are remembered; GitHub's document has a third of them. */
const MOST_KNOWN = 30_000;
