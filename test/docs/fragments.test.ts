import { expect, it } from "vitest";
import { loadCompiler } from "../../generator/typescript.js";
import { PAGES, read, snippetsOf } from "./pages.js";

const ts = loadCompiler();

/** Messages about the syntax of a text. */
function syntaxErrors(text: string): string[] {
  const { diagnostics = [] } = ts.transpileModule(text, {
    reportDiagnostics: true,
    compilerOptions: { module: ts.ModuleKind.ESNext },
  });
  return diagnostics.map(({ messageText }) =>
    ts.flattenDiagnosticMessageText(messageText, " "),
  );
}

it.each(snippetsOf("js", "javascript", "mjs", "tsx", "jsx"))(
  "$place is JavaScript",
  ({ text }) => {
    expect(syntaxErrors(text)).toEqual([]);
  },
);

it("fences have a language that is tested", () => {
  const tried = /^(?:ts|js|json|yaml|sh|text|)$/;
  const others = PAGES.flatMap((page) =>
    [...read(page).matchAll(/^ *```(\w+)/gm)]
      .map(([, language = ""]) => language)
      .filter((language) => !tried.test(language)),
  );
  expect(others).toEqual([]);
});

/** Fragments in running text that are fields of a config, an object or a call: `name: { … }`. */
const FRAGMENTS = PAGES.flatMap((page) =>
  read(page)
    .replaceAll(/^ *```[^]*?^ *```$/gm, "")
    .split("\n")
    .flatMap((line, at) =>
      [...line.matchAll(/(?<!`)`([^`]+)`(?!`)/g)].flatMap(([, text = ""]) =>
        /^(?:[a-z]\w*: ?[[{"]|\{ (?!"))/.test(text)
          ? [{ place: `${page}:${at + 1}`, text }]
          : [],
      ),
    ),
);

it("fragments of configs are found", () => {
  expect(FRAGMENTS.length).toBeGreaterThan(20);
});

it.each(FRAGMENTS)("$place: $text parses", ({ text }) => {
  // An ellipsis stands for fields.
  const whole = text.replaceAll(/, …|… ?,?/g, "");
  const source = whole.startsWith("{") ? `(${whole})` : `({ ${whole} })`;
  expect(syntaxErrors(source)).toEqual([]);
});
