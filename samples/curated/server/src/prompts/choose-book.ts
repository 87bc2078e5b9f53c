import { definePrompt } from "../runtime/features/prompts/define.js";

export default definePrompt({
  name: "choose_book",
  title: "Choose the next book",
  arguments: {
    genre: {
      type: "string",
      description: "What we want to read next.",
    },
  },
  text: `
    Choose our next book. We would like to read {genre}.
    Find three candidates with findBooks, introduce each with introduceBook, and ask us which it shall be.
  `,
});
