export type LintSeverity = "error" | "warning" | "note";

/** Rule of `toolwright lint`, as the table in docs/lint.md has it. */
interface RuleInfo {
  /** Subject of the rule. */
  readonly finds: string;
  readonly severity: LintSeverity;
  /** Severity in words, if it depends. */
  readonly severityText?: string;
  /** Change that the overlay makes; null if no change is certain. */
  readonly certainCure: string | null;
  /** Cure that needs the user. */
  readonly cure: string;
}

/** Every rule, in the order of the table. */
export const RULES = {
  "example-refused": {
    finds: "an example that the schema of the argument or the body refuses",
    severity: "warning",
    severityText:
      "error if you wrote it in a module, warning if it is in the document",
    certainCure: "removes the example",
    cure: "correct the example or the schema",
  },
  "enum-against-text": {
    finds: "a value that the description offers and the `enum` refuses",
    severity: "note",
    certainCure: null,
    cure: "add the value to the `enum`, or remove it from the description",
  },
  "values-in-text-only": {
    finds:
      "a closed list of values in the description of a string without `enum`",
    severity: "warning",
    certainCure:
      'adds the `enum`, if the description says "one of" and lists the values',
    cure: "add an `enum` with the values that the API takes",
  },
  twins: {
    finds:
      "two tools with the same description, and names that don't tell them apart",
    severity: "warning",
    certainCure: null,
    cure: "describe the difference in one of them",
  },
  "unbounded-list": {
    finds:
      "a response with a list, without a page argument and without `maxResultTokens`",
    severity: "warning",
    certainCure: null,
    cure: "set `maxResultTokens` in the config",
  },
  "id-without-source": {
    finds: "a required id that no response of a listed tool contains",
    severity: "note",
    certainCure: null,
    cure: "serve the operation that lists the ids, or describe their source",
  },
  "secret-argument": {
    finds: "an argument for a card number, token or password",
    severity: "warning",
    certainCure: null,
    cure: "hide the argument with an override, or declare a security scheme",
  },
  "large-arguments": {
    finds: "arguments of more than 8 KB in the tool list",
    severity: "note",
    certainCure: null,
    cure: "hide arguments, or fields of arguments, that callers don't need with an override",
  },
  "deprecated-served": {
    finds: "a deprecated operation that is a tool",
    severity: "note",
    certainCure: "removes the operation",
    cure: "exclude the operation with an override",
  },
  "write-without-required": {
    finds:
      "a POST, PUT or PATCH with a body of which nothing is required, or that may be left out",
    severity: "note",
    certainCure:
      "adds `required` with the fields that every example has, if the examples leave other fields out",
    cure: "add `required` with the fields that the API needs",
  },
} as const satisfies Readonly<Record<string, RuleInfo>>;

export type RuleName = keyof typeof RULES;
