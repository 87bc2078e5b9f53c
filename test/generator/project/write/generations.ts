import type { RenderedFile } from "../../../../generator/project/outcome.js";
import { moduleText } from "../../merge/files.js";

const tools = 24;

/** Files of generation number `n` of an imaginary API: every number adds, removes, renames and changes files. */
export function generation(n: number): RenderedFile[] {
  const numbers = Array.from({ length: tools }, (_, index) => index).filter(
    (index) => (index + n) % 5 !== 0,
  );
  return [
    {
      path: "src/generated/api-types.ts",
      text: `// Types of ${n}. Not for editing.\n`,
      editable: false,
    },
    file("README.md", `# API ${n}\n\nGenerated.\n\nEnd.\n`),
    ...numbers.map((index) => {
      const [folder, owner] =
        index % 2 === 0
          ? (["src/tools", "tool"] as const)
          : (["src/shop/resources", "shop resource"] as const);
      return file(
        `${folder}/${nameOf(index, n)}.ts`,
        moduleText(`version ${n}`, `  // line of ${index}\n`.repeat(20)),
        `${owner} GET /${index}`,
      );
    }),
  ];
}

/** Every third tool has another name in every second generation. */
function nameOf(index: number, n: number): string {
  return index % 3 === 0 && n % 2 === 0 ? `was-${index}` : `tool-${index}`;
}

function file(path: string, text: string, key?: string): RenderedFile {
  return { path, text, editable: true, ...(key ? { key } : {}) };
}
