interface Operation {
  readonly tags?: readonly string[];
}

/** Fields of a document that are used here. */
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<
    Record<string, Readonly<Record<string, unknown>>>
  >;
}

/** A document with the operations of one tag, and of its components those which they reach; null if it has none. */
export function only(value: unknown, tag: string): unknown {
  // Documents that are known to be such.
  const document = value as Document;
  const paths = Object.fromEntries(
    Object.entries(document.paths).flatMap(([path, item]) => {
      const kept = Object.entries(item).filter(
        ([method, operation]) =>
          method === "parameters" || operation.tags?.includes(tag),
      );
      return kept.some(([method]) => method !== "parameters")
        ? [[path, Object.fromEntries(kept)] as const]
        : [];
    }),
  );
  if (Object.keys(paths).length === 0) return null;
  const reached = reach(paths, document.components);
  const components = Object.fromEntries(
    Object.entries(document.components).map(([kind, members]) => [
      kind,
      Object.fromEntries(
        Object.entries(members).filter(
          ([name]) =>
            kind === "securitySchemes" || reached.has(`${kind}/${name}`),
        ),
      ),
    ]),
  );
  return { ...document, paths, components, "x-webhooks": undefined };
}

function reach(start: unknown, components: Document["components"]) {
  const reached = new Set<string>();
  const open = [start];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const found = JSON.stringify(part).matchAll(
      /"#\/components\/([^/"]+)\/([^/"]+)"/g,
    );
    for (const [, kind = "", name = ""] of found) {
      if (reached.has(`${kind}/${name}`)) continue;
      reached.add(`${kind}/${name}`);
      open.push(components[kind]?.[name]);
    }
  }
  return reached;
}
