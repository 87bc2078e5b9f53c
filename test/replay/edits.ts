import { format } from "prettier";
import {
  added,
  BODY,
  commented,
  declared,
  handled,
  removed,
  replace,
  replaced,
  type Edit,
} from "./edit.js";
import { definition, hasCode, parse } from "./syntax.js";

/** Edits of a tool, one of every kind. */
export const edits: readonly Edit[] = [
  replaced("description", `"By hand."`),
  replaced("title", `"By hand"`),
  replaced("annotations.readOnlyHint", "Boolean(0)"),
  replaced("request", `"GET /by-hand"`),
  removed("example"),
  removed("title"),
  removed("annotations.idempotentHint"),
  added("a property first", /(\(\{\n)/, "$1  timeout: 11,\n", "timeout"),
  added(
    "a property before the handler",
    /(\n)( {2}async handler)/,
    "$1  timeout: 12,\n$2",
    "timeout",
  ),
  added(
    "a property behind the handler",
    /(\n\}\);\n)$/,
    "\n  timeout: 13,$1",
    "timeout",
  ),
  added(
    "a keyword in the body",
    /(\n {2}body: \{\n)/,
    `$1    title: "By hand",\n`,
    "body.title",
  ),
  commented("above the module", /^/, "// By hand: above.\n"),
  commented("above the component", /(\/\*\*)/, "// By hand: component.\n$1"),
  commented(
    "in the documentation",
    /(\/\*\* .*?) \*\//,
    "$1. By hand: documented. */",
  ),
  commented(
    "inside the body",
    /(\n {2}body: \{\n)/,
    "$1    // By hand: body.\n",
    "body",
  ),
  commented(
    "inside the arguments",
    /(\n {2}arguments: \{\n)/,
    "$1    // By hand: arguments.\n",
    "arguments",
  ),
  {
    ...commented(
      "inside an argument",
      /(\n {2}arguments: \{\n {4}.*: \{\n)/,
      "$1      // By hand: argument.\n",
    ),
    place: "arguments",
  },
  commented(
    "behind a property",
    /( {4}readOnlyHint: .*)/,
    "$1 // By hand: behind.",
  ),
  commented("inside the handler", BODY, `// By hand: handler.\n    ${BODY}`),
  commented("below the module", /$/, "\n// By hand: below.\n"),
  declared(
    "an import",
    /^/,
    `import { randomUUID } from "node:crypto";\n`,
    "randomUUID",
  ),
  declared(
    "a type's import",
    /import \{ defineTool \} from (".*");/,
    "import type { Args } from $1;\n$&",
    "Args",
  ),
  declared(
    "a helper above",
    "/** ",
    "function helper(value: unknown) {\n  return value;\n}\n\n/** ",
    "helper",
  ),
  declared(
    "a helper below",
    /$/,
    "\nexport function below(): number {\n  return 1;\n}\n",
    "below",
  ),
  declared("a constant below", /$/, `\nexport const LIMIT = 10;\n`, "LIMIT"),
  handled(
    "a statement before",
    `console.error("by hand");\n    ${BODY}`,
    `console.error("by hand")`,
  ),
  handled(
    "another answer",
    `const { data } = await send(args);\n    return { data };`,
    "{ data }",
  ),
  handled("other arguments", `return send({ ...args });`, "send({ ...args })"),
  handled(
    "a try around",
    `try {\n      return await send(args);\n    } catch (error) {\n      throw new Error("by hand", { cause: error });\n    }`,
    `new Error("by hand", { cause: error })`,
  ),
  handled(
    "the progress",
    `await Promise.resolve();\n    ${BODY}`,
    "await Promise.resolve()",
  ),
  {
    name: "handler as an arrow",
    apply: (text) =>
      replace(
        text,
        /async handler\(args, \{ send \}\) \{\n {4}return send\(args\);\n {2}\}/,
        "handler: async (args, { send }) => send(args)",
      ),
    isIn: (text) => hasCode(text, "async (args, { send }) => send(args)"),
  },
  {
    name: "handler wrapped",
    apply: (text) =>
      replace(
        text,
        /async handler\(args, \{ send \}\) \{\n {4}return send\(args\);\n {2}\}/,
        "handler: ((inner) => inner)(async (args, { send }) => {\n    return send(args);\n  })",
      )?.replace("((inner) => inner)", "(<T>(inner: T) => inner)") ?? null,
    isIn: (text) => hasCode(text, "(<T>(inner: T) => inner)"),
  },
  {
    name: "properties in another order",
    apply: (text) =>
      replace(
        text,
        /( {2}annotations: \{[^}]*\},\n)([^]*)( {2}async handler)/,
        "$2$1$3",
      ),
    isIn(text) {
      const order =
        definition(parse(text))?.properties.map((one) => one.name?.getText()) ??
        [];
      return order.indexOf("annotations") > order.indexOf("request");
    },
  },
  {
    name: "another formatting",
    apply: (text) =>
      format(text, {
        parser: "typescript",
        singleQuote: true,
        semi: false,
        tabWidth: 4,
      }),
    isIn: (text) => !/;\n/.test(text) && text.includes("    name: '"),
  },
  {
    name: "a line of the description",
    place: "description",
    apply: (text) =>
      replace(text, /( {2}description: `\n {4}).*\n/, "$1By hand, a line.\n"),
    isIn: (text) => text.includes("By hand, a line."),
  },
  {
    name: "definition in a constant",
    apply: (text) =>
      replace(
        text,
        /^export default (define\w+<[^]*)$/m,
        "const inner = $1\nexport default inner;\n",
      ),
    isIn: (text) => /\nconst inner = define\w+</.test(text),
  },
  {
    name: "definition wrapped",
    apply: (text) =>
      replace(
        text,
        /^export default (define\w+<[^]*)\);\n$/m,
        "export default ((one) => one)($1));\n",
      )?.replace("((one) => one)", "(<T>(one: T) => one)") ?? null,
    isIn: (text) => text.includes("(<T>(one: T) => one)(define"),
  },
  {
    name: "CRLF",
    apply: (text) =>
      text.replaceAll("\n", "\r\n").replace(BODY, "return send({ ...args });"),
    isIn: (text) => !/[^\r]\n/.test(text) && hasCode(text, "send({ ...args })"),
  },
];

/** The first parameter that a generated module has; null if it has none. */
export function firstArgument(text: string): string | null {
  return /arguments: \{\n {4}"?([A-Za-z_]\w*)"?:/.exec(text)?.[1] ?? null;
}

/** An edit that relies on an argument, and so on the API keeping it. */
export function usesArgument(argument: string): Edit {
  return {
    name: "an argument used",
    apply: (text) =>
      replace(text, BODY, `console.error(args.${argument});\n    ${BODY}`),
    isIn: (text) => hasCode(text, `console.error(args.${argument})`),
  };
}
