import type { Transport } from "../../runtime/client.js";

/** Where frameworks and their plugins serve documents unless they are told otherwise. */
export const USUAL_ROUTES = [
  "/openapi.json",
  "/openapi.yaml",
  "/openapi",
  "/doc",
  "/docs/json",
  "/docs/openapi.json",
  "/documentation/json",
  "/swagger.json",
  "/swagger/json",
  "/openapi/json",
  "/api-docs",
  "/api-docs.json",
  "/api-docs/openapi.json",
  "/api-json",
  "/docs-json",
  "/swagger-json",
  "/api/openapi.json",
  "/v3/api-docs",
  "/_openapi.json",
];

/** Milliseconds for one route, and bytes of a document. */
const PATIENCE = 10_000;
const MOST_BYTES = 64 * 1024 * 1024;

/** Asks an application for the document at a route; otherwise tells what it answered. */
export async function ask(
  transport: Transport,
  route: string,
): Promise<{ readonly document: string } | { readonly instead: string }> {
  const url = new URL(route, "http://app.local").href;
  const request = {
    method: "GET",
    url,
    headers: { accept: "application/json, */*;q=0.5" },
    body: undefined,
  };
  try {
    const { body, status } = await transport(
      request,
      AbortSignal.timeout(PATIENCE),
    );
    const text = await textOf(body);
    if (status !== 200) return { instead: `it answers ${status}` };
    if (isDocument(text)) return { document: text };
    return { instead: "what it answers is no OpenAPI document" };
  } catch (error) {
    return { instead: error instanceof Error ? error.message : String(error) };
  }
}

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MOST_BYTES) throw new Error("the answer is too large");
  }
  return Buffer.concat(chunks).toString();
}

/** JSON or YAML with the field that every OpenAPI document begins from. */
function isDocument(text: string): boolean {
  return (
    /^\s*[^<]/.test(text) &&
    /(^|[{,\s])["']?(openapi|swagger)["']?\s*:\s*["']?[23]\.\d/.test(text)
  );
}
