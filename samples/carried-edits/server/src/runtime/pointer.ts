// JSON pointers: https://www.rfc-editor.org/rfc/rfc6901

/** The pointer to a property of the value at `parent`. */
export function pointerTo(parent: string, name: string): string {
  return `${parent}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** The names from the root to a value. */
export function pathOf(pointer: string): string[] {
  const tokens = pointer.split("/").slice(1);
  return tokens.map((token) =>
    token.replaceAll("~1", "/").replaceAll("~0", "~"),
  );
}

/** The value at a pointer; undefined where there is none. */
export function valueAt(root: unknown, pointer: string): unknown {
  return pathOf(pointer).reduce<unknown>(
    (value, name) =>
      isContainer(value) && Object.hasOwn(value, name)
        ? value[name]
        : undefined,
    root,
  );
}

/** Changes the value at a pointer; undefined takes the property out. */
export function setAt(root: unknown, pointer: string, value: unknown): void {
  const cut = pointer.lastIndexOf("/");
  const parent = valueAt(root, pointer.slice(0, cut));
  const [name] = pathOf(pointer.slice(cut));
  if (name === undefined || !isContainer(parent)) return;
  if (value === undefined) delete parent[name];
  else parent[name] = value;
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
