import type { Component } from "../runtime/index.js";

/**
 * Your own tools, prompts and resources. toolwright creates this file once and never changes it.
 * Set `features: ["custom"]` in the config, or run `toolwright add custom`, which prints the lines for
 * src/server.ts. Then add components:
 *
 *     import { definePrompt, defineResource, defineTool, text } from "../runtime/features/components/custom/define.js";
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
 * The same file exports `definePrompt({ name, arguments, text: "Feed {pet}." })` and
 * `defineResource({ name, uri, mimeType, read })`, also for `ui://…`. With a search, your own tools are
 * listed next to the four search tools.
 */
export const custom: readonly Component[] = [];
