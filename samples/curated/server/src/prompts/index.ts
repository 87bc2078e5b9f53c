export { default as chooseBookPrompt } from "./choose-book.js";
