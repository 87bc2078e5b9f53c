import type { Finding } from "../errors.js";
import type { InstructionsFile } from "../load/instructions-file.js";
import { getMember } from "../shared/json.js";
import { evaluateLiteral, findCalls, parse } from "../source/evaluate.js";
import { lastTextOf, type PreviousProject } from "./identity.js";

/** Instructions that a team wrote, instead of those that are made of the API. */
export interface OwnInstructions {
  /** Text to emit; null if it is made of name, groups and tools. */
  readonly text: string | null;
  /** File that the text was read from. Empty if the config or `src/server.ts` has it. */
  readonly documents: readonly Pick<InstructionsFile, "name" | "digest">[];
  readonly findings: readonly Finding[];
}

const SERVER = "src/server.ts";

/** Characters after which a widespread client cuts instructions, without saying so. */
const MAX_INSTRUCTIONS = 2_048;

/**
 * Settles the instructions of a server: those of the config, otherwise those that a user has written into
 * `src/server.ts`. Of the latter, the text that was generated last is emitted again, so that a new tag makes no
 * conflict with them.
 * @param configured text of the config, or of the file that it names; undefined if it has neither
 */
export function settleInstructions(
  configured: string | InstructionsFile | undefined,
  project: PreviousProject,
): OwnInstructions {
  if (configured === undefined) {
    const editedInstructions = findEdited(project);
    return {
      text: editedInstructions?.lastText ?? null,
      documents: [],
      findings: reportLength(editedInstructions?.editedText ?? ""),
    };
  }
  const isText = typeof configured === "string";
  const text = isText ? configured : configured.text;
  const documents = isText
    ? []
    : [{ name: configured.name, digest: configured.digest }];
  return { text, documents, findings: reportLength(text) };
}

/** Instructions as generated last, and as they are now if a user has changed them; undefined if no one has. */
function findEdited(project: PreviousProject) {
  const lastModule = lastTextOf(SERVER, project);
  const currentModule = project.readCurrent?.(SERVER);
  if (lastModule === "" || currentModule === undefined) return undefined;
  // The compiler, which takes a while to load, is for modules that were edited.
  if (currentModule === lastModule) return undefined;
  const lastText = readInstructions(lastModule);
  const editedText = readInstructions(currentModule);
  return lastText === undefined || editedText === lastText
    ? undefined
    : { lastText, editedText };
}

/** Instructions in a module of a server; undefined if it has none, or their text is not a literal. */
function readInstructions(module: string): string | undefined {
  const [call] = findCalls(parse(SERVER, module), "defineServer");
  const definition = call?.arguments[0];
  const member = getMember(
    definition && evaluateLiteral(definition),
    "instructions",
  );
  return typeof member === "string" ? member : undefined;
}

function reportLength(text: string): Finding[] {
  if (text.length <= MAX_INSTRUCTIONS) return [];
  return [
    {
      severity: "warning",
      code: "long-instructions",
      message: `The server's instructions have ${text.length} characters, and some clients drop what follows the first ${MAX_INSTRUCTIONS}, without saying so.`,
      hint: "Shorten them, or move what belongs to one tool into its description.",
    },
  ];
}
