import type { FeatureDefinition } from "./feature.js";

export const skills: FeatureDefinition = {
  name: "skills",
  about: "skills, from the folder skills/",
  imports: { "features/components/skills/skills": "skills" },
  reason: "choice",
  isNeeded: ({ settings }) => settings.emit.includes("skills"),
  server: {
    features: { stage: "methods", example: "skills(import.meta.url)" },
  },
};
