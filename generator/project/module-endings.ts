/** True if a component ends with the generated handler, or refers to the tool that it shares one with. */
export function hasGeneratedEnding(moduleText: string): boolean {
  if (HANDLER.test(moduleText)) return true;
  const end = /\},?\s*\);\n$/.exec(moduleText)?.index;
  const reference = "\n  of: tool,\n";
  // The last of several references decides: it has the fewest lines behind it.
  const start = moduleText.lastIndexOf(reference, end);
  if (end === undefined || start < 0) return false;
  const members = moduleText.slice(start + reference.length, end).trimEnd();
  return (
    members === "" || members.split("\n").every((line) => line.startsWith("  "))
  );
}

const HANDLER =
  /async handler\(args, \{ send \}\) \{\s+return send\(args\);\s+\},\s*\},?\s*\);\n$/;

/** True if a workflow ends by reporting which steps were made before one failed. */
export function hasStepReport(text: string): boolean {
  const start = text.indexOf(
    "\n    } catch (error) {\n      if (error instanceof CallError) {\n",
  );
  const end = "\n      throw error;\n    }\n  },\n});\n";
  return start >= 0 && start < text.lastIndexOf(end) && text.endsWith(end);
}
