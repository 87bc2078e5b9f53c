import type { Component } from "../runtime/index.js";

/**
 * Tools, prompts and resources of your own, which no operation stands behind. This file is written once,
 * and then yours. What they are made of comes with `features: ["custom"]` in the config, or
 * `toolwright add custom`, which tells the lines of src/server.ts that serve it:
 *
 *     import { definePrompt, defineResource, defineTool, text } from "../runtime/features/custom/define.js";
 *     import getPet from "../tools/get-pet.js";
 *
 *     const greet = defineTool({
 *       name: "greet",
 *       arguments: { petId: { type: "integer", required: true } },
 *       async handler({ petId }, { call, elicit, log, principal, progress }) {
 *         const { data } = await call(getPet, { petId });
 *         return text(`Hello, ${data.name}!`);
 *       },
 *     });
 *
 * `definePrompt({ name, arguments, text: "Feed {pet}." })` and `defineResource({ name, uri, mimeType, read })`,
 * also for `ui://…`, stand in the same file. A search lists all tools of your own beside its four.
 */
export const custom: readonly Component[] = [];
