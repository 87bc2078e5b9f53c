import { test } from "vitest";
import { RULES } from "../../generator/lint/rules.js";
import { expectBlock } from "./block.js";

interface Rule {
  readonly finds: string;
  readonly severity: string;
  readonly severityText?: string;
  readonly certainCure: string | null;
  readonly cure: string;
}

test("docs/lint.md has the generated table of rules", async () => {
  const rows = Object.entries<Rule>(RULES).map(
    ([name, { certainCure, cure, finds, severity, severityText = severity }]) =>
      `| \`${name}\` | ${finds} | ${severityText} | ${certainCure ?? "–"} | ${cure} |`,
  );
  const table = [
    "| Rule | Finds | Severity | Certain fix, in the overlay | Otherwise |",
    "| --- | --- | --- | --- | --- |",
    ...rows,
  ];
  await expectBlock("docs/lint.md", "rules", table.join("\n"));
});
