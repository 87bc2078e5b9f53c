import { createHash } from "node:crypto";
import type { Plan } from "../plan/plan.js";
import { referenceNames } from "../schema/shape.js";
import { componentPath } from "./files.js";

/**
 * A digest for each component's file that changes when its arguments change, in shared schemas at
 * any depth, too; so that edits which rely on them can be pointed out.
 */
export function contractsOf({
  components,
  schemas,
}: Plan): Map<string, string> {
  const direct = new Map(
    [...schemas].map(([name, schema]) => [name, referenceNames(schema)]),
  );
  return new Map(
    components.map((component) => {
      const { inputSchema, request } = component;
      const names = new Set(referenceNames(inputSchema));
      // The set grows while it is walked.
      for (const name of names)
        for (const next of direct.get(name) ?? []) names.add(next);
      const shared = [...names].sort().map((name) => schemas.get(name));
      const text = JSON.stringify([inputSchema, request, shared]);
      return [componentPath(component), digest(text)];
    }),
  );
}

function digest(text: string): string {
  const hash = createHash("sha256").update(text).digest("base64url");
  return hash.slice(0, 12);
}
