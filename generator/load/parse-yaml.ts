import {
  CORE_SCHEMA,
  defineMappingTag,
  defineScalarTag,
  defineSequenceTag,
  loadAll,
  mergeTag,
  seqTag,
  YAMLException,
} from "js-yaml";
import { wrapError, type Finding } from "../errors.js";
import { isObject } from "../shared/json.js";
import { buildYamlTree } from "./yaml-positions.js";
import { createPositions, type ParsedFile } from "./positions.js";
import { checkAliases, MAX_DEPTH, scanDocument } from "./find-refs.js";
import { resolveScalars, spelledMapTag, spellingTags } from "./yaml-scalars.js";

/** Lines at most whose indentation is repaired. */
const MAX_INDENTED_LINES = 100;
const MAX_MERGED_KEYS = 100_000;

// https://yaml.org/spec/1.2.2/#51-character-set
const UNPRINTABLE =
  /[\x00-\x08\x0B\x0C\x0E-\x1F\x7F-\x84\x86-\x9F\uFFFE\uFFFF]/g;

/** YAML text with the repairs made so far, for texts that only lenient parsers accept. */
interface YamlDraft {
  readonly text: string;
  readonly lastKeyWins: boolean;
  readonly indentedLines: number;
  readonly findings: readonly Finding[];
}

/** Parses YAML text. Throws `ToolwrightError` with line and column. */
export function parseYaml(source: string, file: string): ParsedFile {
  let draft: YamlDraft = {
    text: source,
    lastKeyWins: false,
    indentedLines: 0,
    findings: [],
  };
  for (;;) {
    try {
      return parseDraft(draft, file);
    } catch (error) {
      if (!(error instanceof YAMLException)) throw error;
      draft =
        repairDraft(draft, error, file) ?? throwYamlError(draft, error, file);
    }
  }
}

function parseDraft(draft: YamlDraft, file: string): ParsedFile {
  const { text } = draft;
  const documents = loadAll(text, {
    schema: YAML_SCHEMA,
    json: draft.lastKeyWins,
    maxDepth: MAX_DEPTH,
    maxTotalMergeKeys: MAX_MERGED_KEYS,
  }).map((document) => resolveScalars(document));
  const index = Math.max(0, documents.findIndex(isObject));
  const value = documents[index];
  if (/(?:^|[\s,[{])&\S/m.test(text)) checkAliases(value, file);
  const findings = [...draft.findings];
  if (documents.length > 1)
    findings.push({
      code: "several-documents",
      severity: "warning",
      message: "The file has several YAML documents; only one can be read.",
      file,
      hint: "Keep one document per file.",
    });
  const { locate, reportDuplicates: duplicates } = createPositions(
    () => text,
    (indexedText) => buildYamlTree(indexedText, index),
  );
  if (draft.lastKeyWins) findings.push(...duplicates(file));
  return { value, documentScan: scanDocument(value, file), findings, locate };
}

function repairDraft(
  draft: YamlDraft,
  error: YAMLException,
  file: string,
): YamlDraft | undefined {
  if (error.reason === "duplicated mapping key" && !draft.lastKeyWins)
    return { ...draft, lastKeyWins: true };

  const text = draft.text.replace(UNPRINTABLE, "\uFFFD");
  if (text !== draft.text) {
    const finding: Finding = {
      code: "control-character",
      severity: "warning",
      message: "Control characters, which YAML does not allow, were replaced.",
      file,
      line: (error.mark?.line ?? 0) + 1,
      hint: "Remove them.",
    };
    return { ...draft, text, findings: [...draft.findings, finding] };
  }

  // The closing brace of `paths: {` may be in the first column; other parsers accept that.
  const { indentedLines: indented } = draft;
  if (
    error.reason !== "deficient indentation" ||
    indented >= MAX_INDENTED_LINES
  )
    return undefined;
  const at = draft.text.lastIndexOf("\n", (error.mark?.position ?? 0) - 1) + 1;
  return {
    ...draft,
    text: `${draft.text.slice(0, at)}${" ".repeat(MAX_DEPTH)}${draft.text.slice(at)}`,
    indentedLines: indented + 1,
  };
}

/** Throws a YAML error with a hint for the reader, without a column if indentation was repaired. */
function throwYamlError(
  { text, indentedLines: indented }: YamlDraft,
  error: YAMLException,
  file: string,
): never {
  const hint = /^<{7} /m.test(text)
    ? "The file has git conflict markers. Resolve them first."
    : HINTS.find(([reason]) => reason.test(error.reason))?.[1];
  const isSdl = /^[ \t]*(?:type|input|schema|interface|enum)\b[^:\n]*\{/m.test(
    text,
  );
  const isJson = /^\s*[{[]/.test(text);
  const problem = {
    code: isJson ? "invalid-json" : "invalid-yaml",
    message: `This is ${isJson ? "neither JSON nor" : "not valid"} YAML: ${error.reason}.`,
    file,
    ...(error.mark && { line: error.mark.line + 1 }),
    ...(error.mark && indented === 0 && { column: error.mark.column + 1 }),
    hint: isSdl
      ? "This looks like a GraphQL schema. Pass an OpenAPI document."
      : (hint ??
        "Fix that line. An editor with YAML support shows the error too."),
  };
  throw wrapError(error, problem);
}

/** Remedies by the parser's error message. */
const HINTS: readonly (readonly [RegExp, string])[] = [
  [/tab characters/, "Replace the tab at the start of this line with spaces."],
  [
    /indentation|document separator is expected|implicit key|':' after/,
    "Check this line's indentation. Quote a value that contains ': ' or ' #', or begins with @, %, ` or *.",
  ],
  [
    /unexpected end|missed comma|flow collection/,
    "A comma is missing near here, or a quote or bracket is not closed.",
  ],
  [/alias/, "An alias (*name) needs its anchor (&name) before it."],
  [/complex keys/, "Keys must be plain text."],
  [
    /maxDepth|maxTotalMergeKeys/,
    "The document is nested too deeply or has too many merge keys.",
  ],
];

/**
 * YAML 1.2 core schema, in which `no` and 2020-01-01 are text, with `<<` of YAML 1.1. Unknown tags, such
 * as `!Ref`, are ignored.
 */
export const YAML_SCHEMA = CORE_SCHEMA.withTags(
  mergeTag,
  spelledMapTag,
  spellingTags,
  ["!", "tag:"].flatMap(defineUnknownTags),
);

function defineUnknownTags(prefix: string) {
  const byPrefix = { matchByTagPrefix: true, identify: () => false };
  return [
    defineScalarTag(prefix, { ...byPrefix, resolve: (text) => text }),
    defineSequenceTag(prefix, { ...seqTag, ...byPrefix }),
    defineMappingTag(prefix, { ...spelledMapTag, ...byPrefix }),
  ];
}
