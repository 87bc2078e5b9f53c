import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { describeCheck } from "../../../generator/cli/check-report.js";
import {
  describeFindings,
  describeNear,
} from "../../../generator/cli/findings-report.js";
import { createPaint, formatTable } from "../../../generator/cli/table.js";
import type { CheckResult } from "../../../generator/commands/check.js";
import type { Finding } from "../../../generator/errors.js";

const alike = (count: number, severity: Finding["severity"], code: string) =>
  Array.from({ length: count }, (_, at) => ({
    severity,
    code,
    message: `${code} ${at}.`,
  }));

test("the summary shows one note and ten warnings of a code, and counts the others", () => {
  const findings = [
    ...alike(41, "note", "undeclared-path-parameter"),
    ...alike(1, "note", "no-words"),
    ...alike(11, "warning", "bad-schema"),
    ...alike(1, "warning", "no-server"),
    ...alike(2, "left-out", "bad-form"),
  ];
  expect(describeFindings(findings, createPaint(false))).toEqual([
    "  left out  bad-form 0.",
    "  left out  bad-form 1.",
    ...alike(10, "warning", "bad-schema").map(
      ({ message }) => `  warning  ${message}`,
    ),
    "  … and 1 more: bad-schema (--json lists all)",
    "  warning  no-server 0.",
    "  note      undeclared-path-parameter 0.",
    "  … and 40 more: undeclared-path-parameter (--json lists all)",
    "  note      no-words 0.",
  ]);
});

test("findings that differ only in names are one line with a count", () => {
  const of = (severity: Finding["severity"], message: string): Finding => ({
    severity,
    code: "unknown-security-scheme",
    message,
  });
  const texts = (severity: Finding["severity"]) =>
    ['The path /a has no "x".', 'The path /b/{c} has no "y z".', "Other."].map(
      (text) => of(severity, text),
    );
  const findings = [...texts("warning"), ...texts("left-out")];
  expect(describeFindings(findings, createPaint(false))).toEqual(
    ["left out", "warning"].flatMap((label) => [
      `  ${label}  The path /a has no "x".\n  … and 1 more of this kind (--json lists all)`,
      `  ${label}  Other.`,
    ]),
  );
});

test("findings whose names have no quotes are joined into one line", () => {
  const findings = [
    "The security scheme oauth is not declared.",
    "The security scheme api-key is not declared.",
    "The security scheme oauth is of no kind that is served.",
    "GET /a is described twice.",
    "POST /b is described twice.",
  ].map((message): Finding => ({ severity: "warning", code: "x", message }));
  const more = "\n  … and 1 more of this kind (--json lists all)";
  expect(describeFindings(findings, createPaint(false))).toEqual([
    `  warning  The security scheme oauth is not declared.${more}`,
    "  warning  The security scheme oauth is of no kind that is served.",
    `  warning  GET /a is described twice.${more}`,
  ]);
});

test("references outside the folder are one line, whatever their severity", () => {
  const pointer = "/components/securitySchemes/a";
  const refTo = (severity: Finding["severity"], consequence: string) => ({
    severity,
    pointer,
    code: "unresolved-ref",
    message: `"${severity}.json" is outside${consequence}.`,
    hint: "Name the folder: --ref-root <folder>.",
  });
  const findings: readonly Finding[] = [
    refTo("warning", ""),
    { severity: "warning", code: "bad-scheme", message: "No kind.", pointer },
    { severity: "left-out", code: "unresolved-ref", message: "Other." },
    refTo("left-out", ""),
    refTo("warning", "; any value is accepted"),
    refTo("left-out", ""),
  ];
  expect(describeFindings(findings, createPaint(false))).toEqual([
    `  left out  #${pointer}: "left-out.json" is outside.\n    Name the folder: --ref-root <folder>.\n  … and 3 more of this kind (--json lists all)`,
    "  left out  Other.",
  ]);
});

test("the working folder is printed as a dot", () => {
  const problem = {
    code: "is-a-folder",
    message: "This is a folder, not a file.",
  };
  expect(describeNear({ ...problem, file: "/work" }, "/work")).toBe(
    ".: This is a folder, not a file.",
  );
});

test("a table shrinks to a narrow terminal while its columns stay readable", () => {
  const column = (title: string, most: number) =>
    [title, most, () => "x".repeat(most)] as const;
  const columns = [column("name", 30), column("of", 3)];
  const said = { paint: createPaint(false), width: 14 };
  expect(formatTable(columns, [null], said)[1]).toBe("xxxxxxxx…  xxx");
  expect(formatTable(columns, [null], { ...said, width: 9 })[1]).toBe(
    "xxxxxxx…  xxx",
  );
});

test("a path that is cut keeps its start and its end", () => {
  const columns = [["path", 40, () => "/books/{bookId}/reviews"]] as const;
  const layout = { paint: createPaint(false), width: 14 };
  expect(formatTable(columns, [null], layout)[1]).toBe("/books/…eviews");
});

/** Result of a check that found so many changed files. */
function checkResult(fileCount: number): CheckResult {
  const paths = Array.from({ length: fileCount }, (_, at) => `src/${at}.ts`);
  return {
    title: "Pets",
    out: join(process.cwd(), "out"),
    current: false,
    drifts: paths.map((path) => ({
      kind: "stale",
      path,
      diff: `--- a/${path}\n+++ b/${path}\n-old\n+new\n`,
      component: "tool listPets, GET /pets/with/a/path/of/some/length",
    })),
    flaws: [],
    optionChanges: null,
    findings: [],
    deleted: [],
    generator: null,
  };
}

describe("check counts the files, and prints", () => {
  const print = (width: number, verbose = false) =>
    describeCheck(checkResult(30), {
      paint: createPaint(false),
      verbose,
      width,
    }).split("\n");
  const filesOf = (lines: readonly string[]) =>
    lines.filter((line) => line.startsWith("  stale     "));

  test("a table for another program cuts nothing, and pads nothing beyond 200 columns", () => {
    const columns = ["a", "b", "c"].map(
      (title, index) =>
        [title, 10, (row: readonly string[]) => row[index] ?? ""] as const,
    );
    const rows = [
      ["x", "y", "z"],
      ["x".repeat(20), "y".repeat(1000), "z"],
    ];
    const layout = { paint: createPaint(false), width: Infinity };
    const [head = "", short = "", long = ""] = formatTable(
      columns,
      rows,
      layout,
    );
    expect(head).toBe(`a${" ".repeat(21)}b${" ".repeat(179)}c`);
    expect(short).toBe(`x${" ".repeat(21)}y${" ".repeat(179)}z`);
    expect(long).toBe(`${"x".repeat(20)}  ${"y".repeat(1000)}  z`);
  });

  test("twenty files and twenty lines of differences on a terminal", () => {
    const lines = print(60);
    expect(lines[0]).toBe("Pets → out: not up to date (30 stale)");
    expect(filesOf(lines)).toHaveLength(20);
    expect(lines).toContain("  … and 10 more: stale (--verbose lists all)");
    expect(lines).toContain("… and 100 more lines (--verbose prints all)");
    expect(lines.filter((line) => line.length > 60)).toEqual([]);
  });

  test.each([
    ["with --verbose", 60, true],
    ["in the log of a CI", Infinity, false],
  ])("everything %s", (_, width, verbose) => {
    const lines = print(width, verbose);
    expect(filesOf(lines)).toHaveLength(30);
    expect(lines.filter((line) => line === "+new")).toHaveLength(30);
    expect(lines.join("\n")).not.toContain("more");
  });
});

test("findings wrap at words, and long words stay whole", () => {
  const lines = describeFindings(
    [
      {
        severity: "note",
        code: "a",
        message: "The document names no credentials, so none are sent.",
        hint: `Give it in src/${"client".repeat(8)}.ts, or in another place of the project.`,
      },
    ],
    createPaint(false),
    { width: 40 },
  );
  expect(lines).toEqual([
    [
      "  note      The document names no",
      "    credentials, so none are sent.",
      "    Give it in",
      `    src/${"client".repeat(8)}.ts,`,
      "    or in another place of the project.",
    ].join("\n"),
  ]);
});
