import { listExtensionFiles } from "../../project/folder.js";
import type { Extension } from "../extension.js";
import { lintSkills } from "./lint-skills.js";
import { listSkills } from "./list-skills.js";
import { planSkillFiles } from "./skills.js";

/** Skills: Markdown pages that tell agents which operation to call when. */
export const skillExtension: Extension = {
  plan({ settings }) {
    if (!settings.emit.includes("skills")) return null;
    return {
      describeFiles: listSkills,
      async planFiles(server, { prepareCalls }) {
        return planSkillFiles(server, await prepareCalls(), settings);
      },
    };
  },
  lint({ listSources, out, readText, writtenPaths }) {
    const pages = [
      ...listExtensionFiles(out, "skill"),
      ...writtenPaths.filter((path) => path.startsWith("skills/")),
    ];
    return lintSkills(
      pages,
      () => [...listSources(), ...writtenPaths],
      readText,
    );
  },
};
