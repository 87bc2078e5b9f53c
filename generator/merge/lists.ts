import type { Lock, RenderedFile } from "../output/outcome.js";
import type { MergeInput } from "./input.js";
import { traceOrigins } from "./origins.js";

/** The files to be generated, in whose lists only those stand that are there: what was deleted or moved by hand is on none. */
export function settleLists({ last, yours, next }: MergeInput): RenderedFile[] {
  const gone = goneFrom({ last, yours, next });
  if (gone.size === 0) return [...next];
  return next.map((file) => {
    const folder = /^(.*\/)index\.ts$/.exec(file.path)?.[1];
    if (folder === undefined) return file;
    const text = file.text.replace(
      /^export \{ default as \w+ \} from "\.\/(.*)\.js";\n/gm,
      (line, stem: string) => (gone.has(`${folder}${stem}.ts`) ? "" : line),
    );
    return { ...file, text: text === "" ? "export {};\n" : text };
  });
}

/** Modules that were generated last and are nowhere now. */
function goneFrom({ last, yours, next }: MergeInput): Set<string> {
  const files: Lock["files"] = last?.files ?? new Map();
  const origins = traceOrigins(files, next);
  return new Set(
    next.flatMap(({ key, path }) => {
      const from = key === undefined ? undefined : origins.get(path);
      const isGone =
        from !== undefined &&
        yours(from) === undefined &&
        yours(path) === undefined;
      return isGone ? [path] : [];
    }),
  );
}
