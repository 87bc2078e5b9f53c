import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { planServer } from "../../generator/pipeline.js";
import type { HttpRequest } from "../../runtime/index.js";
import { ask } from "../runtime/serving.js";
import { toService } from "../wire/planned.js";
import { documents, UNSERVABLE } from "./documents.js";

const servable = documents.filter(({ id }) => !Object.hasOwn(UNSERVABLE, id));

let shown = 0;

test.each(servable)(
  "$id: the example call of each description is sent",
  async ({ path, refRoot }) => {
    const config = { document: path, refRoot, allRoutesAsTools: true };
    const planned = await planServer(config, { lock: null });
    const components = planned.apis
      .flatMap(({ plan }) => plan.components)
      .filter(({ example }) => example !== undefined);
    if (components.length === 0) return;
    const sent: HttpRequest[] = [];
    const service = toService(planned, {
      baseUrl: "https://api.test",
      transport: (request) => {
        sent.push(request);
        const body = Readable.from([Buffer.from("{}")]);
        return Promise.resolve({ status: 200, headers: {}, body });
      },
    });
    const refused: string[] = [];
    for (const { example, name } of components) {
      await ask(service, "tools/call", { name, arguments: example });
      if (sent.splice(0).length === 0) refused.push(name);
    }
    expect(refused).toEqual([]);
    shown += components.length;
  },
);

// 541 have one in the corpus before their arguments are checked.
test.runIf(servable.length > 0)("example calls: 500 of 541 are shown", () => {
  expect(shown).toBeGreaterThanOrEqual(500);
});
