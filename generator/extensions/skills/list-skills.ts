/** Skills that are named in the instructions. */
const MAX_SKILLS = 12;

/** Sentence that names the skills, which a client may read before it begins; empty if there are none. */
export function listSkills(
  skillFiles: readonly { readonly path: string }[],
): string {
  const names = skillFiles.flatMap(
    ({ path }) => /^skills\/(.*)\/SKILL\.md$/.exec(path)?.[1] ?? [],
  );
  const hiddenCount = names.length - MAX_SKILLS;
  const remainder = hiddenCount > 0 ? [`${hiddenCount} more`] : [];
  const listedNames = [...names.slice(0, MAX_SKILLS), ...remainder].join(", ");
  return listedNames && `Skills (skill://<name>/SKILL.md): ${listedNames}.`;
}
