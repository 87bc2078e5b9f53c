import { readFile, writeFile } from "node:fs/promises";
import { dump, load } from "js-yaml";

const generated = "    return send(args);";
const edited = `    const { data } = await send(args);
    return \`"\${data.title}" stands on the shelf as number \${data.id}.\`;`;

/** Does what users do to a tool: changes by hand what its handler gives back. */
export async function editHandler(file: string): Promise<string> {
  const text = await readFile(file, "utf8");
  if (!text.includes(generated)) {
    throw new Error(`${file} has no line "${generated.trim()}".`);
  }
  await writeFile(file, text.replace(generated, edited));
  return edited;
}

/** Writes the document as it was before readers could write reviews and books had dates. */
export async function writeOlderDocument(
  document: string,
  older: string,
): Promise<void> {
  // Our own document, which certainly has these parts.
  const { paths, components, ...rest } = load(
    await readFile(document, "utf8"),
  ) as {
    paths: Record<string, { post?: unknown }>;
    components: {
      schemas: Record<string, { properties?: { publishedOn?: unknown } }>;
    };
  };
  delete paths["/books/{bookId}/reviews"]?.post;
  delete components.schemas["Book"]?.properties?.publishedOn;
  await writeFile(older, dump({ ...rest, paths, components }));
}
