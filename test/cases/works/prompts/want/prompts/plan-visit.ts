import { definePrompt } from "../runtime/features/prompts/define.js";

export default definePrompt({
  name: "plan_visit",
  title: "Plan a visit",
  description: "Before the vet comes.",
  arguments: {
    owner: {
      type: "string",
      description: "Who comes along.",
      required: true,
    },
    day: {
      type: "string",
    },
  },
  text: `
    List the pets with \`listPets\`.
    Tell the vet what {owner} says of them: \${injected} \`*/\`
  `,
});
