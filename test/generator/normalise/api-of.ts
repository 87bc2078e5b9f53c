import type { Finding } from "../../../generator/errors.js";
import { load } from "../../../generator/load/load.js";
import type { Api, Schema } from "../../../generator/model.js";
import { normalise } from "../../../generator/normalise/normalise.js";

/** The API that a document means; 3.1 if it names no version. */
export async function apiOf(document: object, url?: string): Promise<Api> {
  const whole =
    "swagger" in document ? document : { openapi: "3.1.0", ...document };
  const text = JSON.stringify(whole);
  const loaded = await load({ text, name: "api.json" });
  return normalise(url === undefined ? loaded : { ...loaded, url });
}

/** Converts a schema of some version, with the schemas that it refers to. */
export async function convert(
  schema: unknown,
  {
    version = "3.1.0",
    schemas = {},
  }: { version?: string; schemas?: object } = {},
): Promise<{
  schema: Schema;
  schemas: Record<string, Schema>;
  told: string[];
}> {
  const api = await apiOf({
    openapi: version,
    paths: {
      "/a": {
        post: { requestBody: { content: { "application/json": { schema } } } },
      },
    },
    components: { schemas },
  });
  return {
    schema: api.operations[0]?.body?.media[0]?.schema ?? {},
    schemas: Object.fromEntries(api.schemas),
    told: told(api.findings),
  };
}

/** Findings as one line each: `unresolved-ref /paths/~1a/get/parameters/0`. */
export function told(findings: readonly Finding[]): string[] {
  return findings.map(({ code, pointer = "" }) => `${code} ${pointer}`);
}
