import type { Plan } from "./plan.js";

/** Whether a tool reads what another operation at its path changes only where it is given the ETag (`If-Match`). */
export function tellsEtag(components: Plan["components"]): boolean {
  const asking = components.filter(({ args }) =>
    args.some(({ wireName }) => /^if-match$/i.test(wireName)),
  );
  return components.some(({ kind, operation: { method, path } }) => {
    const isRead = kind === "tool" && method === "GET";
    return isRead && asking.some(({ operation }) => operation.path === path);
  });
}
