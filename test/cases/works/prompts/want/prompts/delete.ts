import { definePrompt } from "../runtime/features/prompts/define.js";

export default definePrompt({
  name: "delete",
  text: "Which pets can go?",
});
