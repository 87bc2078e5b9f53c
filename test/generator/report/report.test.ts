import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import Handlebars from "handlebars";
import { chromium, type Browser, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { preview } from "../../../generator/commands/plan.js";
import { diff, readSurfaces } from "../../../generator/commands/diff.js";
import {
  renderChangesPage,
  report,
} from "../../../generator/commands/operations.js";
import { alignLines } from "../../../generator/report/side-by-side.js";
import { layOutTiles } from "../../../generator/report/treemap.js";

const HOSTILE = `</script><script>document.title = "owned"</script><img src=x onerror="document.title='owned'">`;

const pet = (limit: string, description: string) => ({
  openapi: "3.1.0",
  info: { title: `Pets ${HOSTILE}`, version: "1" },
  servers: [{ url: "https://api.example" }],
  webhooks: { sold: { post: { responses: {} } } },
  paths: {
    "/pets": {
      get: {
        operationId: "listPets",
        tags: ["pets"],
        description,
        parameters: [
          { name: limit, in: "query", schema: { type: "integer" } },
          {
            name: "tags",
            in: "query",
            required: true,
            description: "Any of them.",
            schema: { type: "array", items: { enum: ["a", HOSTILE] } },
          },
        ],
        responses: {},
      },
      post: { operationId: "addPet", tags: [HOSTILE], responses: {} },
    },
    "/shops": { get: { operationId: "listShops", responses: {} } },
  },
});

const BEFORE = pet("limit", "Lists pets.");
const AFTER = pet("size", "Lists all pets.");
const config = (document: object) => ({
  document,
  routeMaps: [{ pattern: "^/pets", routeType: "TOOL" as const }],
});

test("tiles have areas in proportion to tokens, and do not overlap or leave the map", () => {
  const leaf = (id: string, tokens: number) => ({ id, name: id, tokens });
  const tiles = layOutTiles([
    { leaves: [leaf("a", 60), leaf("b", 20)] },
    { leaves: [] },
    { leaves: [leaf("c", 20)] },
  ]);
  for (const { height, tokens, width } of tiles) {
    const share = (width * height) / 100 ** 2;
    expect(Math.abs(share - tokens / 100)).toBeLessThan(0.01);
  }
  expect(new Set(tiles.map(({ hue }) => hue)).size).toBe(2);
  for (const { height, left, top, width } of tiles) {
    expect(left + width).toBeLessThanOrEqual(100.001);
    expect(top + height).toBeLessThanOrEqual(100.001);
  }
});

test("report shows the token counts of plan", async () => {
  const body = { name: { type: "string", example: "Rex" } };
  const schema = { type: "object", properties: body, required: ["name"] };
  const content = { "application/json": { schema, example: { name: "Rex" } } };
  const responses = { 200: { description: "ok", content } };
  const add = { requestBody: { content, required: true }, responses };
  const document = { ...BEFORE, paths: { "/pets": { post: add } } };
  const { costs } = await preview({ document });
  const page = await report({ document });
  expect(page).toContain(`<b>${costs.all.tokens}</b>`);
});

test("alignLines puts equal lines side by side, and leaves out distant ones", () => {
  const lines = Array.from({ length: 9 }, (_, at) => `${at}`);
  const rows = alignLines(lines, [...lines.slice(0, 8), "new", "newer"]);
  expect(rows).toEqual([
    { left: null, right: null, isChanged: false },
    ...["5", "6", "7"].map((text) => ({
      left: text,
      right: text,
      isChanged: false,
    })),
    { left: "8", right: "new", isChanged: true },
    { left: null, right: "newer", isChanged: true },
  ]);
});

test("the page of a diff shows every change", async () => {
  const changes = await diff(config(AFTER), { base: writtenBefore() });
  const { after, before } = await readSurfaces(config(AFTER), {
    base: writtenBefore(),
  });
  const page = renderChangesPage(before, after);
  expect(changes.length).toBeGreaterThan(2);
  for (const { text } of changes)
    expect(page).toContain(Handlebars.escapeExpression(text));
});

test("the page of a diff marks the components whose module a hand edited", async () => {
  const { after, before } = await readSurfaces(config(AFTER), {
    base: writtenBefore(),
  });
  const edits = new Map(
    before.components.map(({ path }) => [path, "src/tools/<b>.ts"]),
  );
  const page = renderChangesPage(before, after, edits);
  expect(page).toContain("A hand edited <code>src/tools/&lt;b&gt;.ts</code>.");
  expect(page).toMatch(/<b>\d<\/b> edited by hand/);
  expect(renderChangesPage(before, after)).not.toContain("hand");
});

test("the page escapes invisible and bidirectional characters of documents", async () => {
  const hidden = "\u202e\u200b\u{e0041}\ufe01\u{1d173}";
  const page = await report(config(pet("limit", `Lists${hidden} pets.`)));
  expect(page).toContain("Lists\\u202e\\u200b");
  for (const sign of hidden) expect(page).not.toContain(sign);
});

const folder = mkdtempSync(join(tmpdir(), "toolwright-report-"));
afterAll(() => rmSync(folder, { recursive: true }));

function writtenBefore(): string {
  const path = join(folder, "before.json");
  writeFileSync(path, JSON.stringify(BEFORE));
  return path;
}

const CHROMIUM = ["chromium", "chromium-browser", "google-chrome"]
  .map((name) => `/usr/bin/${name}`)
  .find((path) => existsSync(path));

test("the page shows responses and instructions before and after", async () => {
  const answering = (description: string, field: object) => {
    const document = pet("limit", "Lists pets.");
    const { get } = document.paths["/pets"];
    const schema = { type: "object", properties: { id: field } };
    const responses = {
      200: { description: "", content: { "application/json": { schema } } },
    };
    return {
      ...document,
      info: { ...document.info, description },
      paths: { "/pets": { get: { ...get, responses } } },
    };
  };
  const base = join(folder, "answers.json");
  writeFileSync(base, JSON.stringify(answering("Old.", { type: "string" })));
  const { before, after } = await readSurfaces(
    config(answering("New.", { type: "integer" })),
    { base },
  );
  const rows = renderChangesPage(before, after).match(
    /<tr class="changed">.*/g,
  );
  const told = (rows ?? []).map((row) =>
    row
      .replace(/<[^>]*>/g, "|")
      .replace(/&quot;/g, '"')
      .replace(/\s+/g, " "),
  );
  expect(told.join("\n")).toContain('|| "type": "string"|| "type": "number"||');
  expect(told.join("\n")).toMatch(/Old\..*New\./);
});

describe("the page in a browser", () => {
  let browser: Browser;
  beforeAll(async () => {
    if (CHROMIUM === undefined) return;
    const executablePath = CHROMIUM;
    browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  }, 60_000);
  afterAll(async () => {
    if (CHROMIUM !== undefined) await browser.close();
  });

  const inBrowser = (name: string, run: () => Promise<void>) =>
    test(name, { timeout: 60_000 }, async ({ skip }) => {
      skip(CHROMIUM === undefined, "there is no Chromium in /usr/bin");
      await run();
    });

  async function open(html: string, problems: string[]): Promise<Page> {
    const path = join(folder, "page.html");
    writeFileSync(path, html);
    const page = await browser.newPage();
    page.on("console", (message) => problems.push(message.text()));
    page.on("pageerror", ({ message }) => problems.push(message));
    page.on("request", (request) => {
      if (!request.url().startsWith("file:")) problems.push(request.url());
    });
    await page.goto(pathToFileURL(path).href);
    return page;
  }

  inBrowser("a tool unfolds where its tile is clicked", async () => {
    const problems: string[] = [];
    const page = await open(await report(config(BEFORE)), problems);
    expect(await page.title()).toBe(`Pets ${HOSTILE}`);
    expect(await page.locator(".facts").innerText()).toMatch(
      /2\s+tools\s+1\s+resources\s+0\s+resource templates/,
    );
    const row = page.locator("tr", { hasText: "Any of them." });
    expect(await row.isVisible()).toBe(false);
    const tile = page.locator(".map a", { hasText: "listPets" });
    const box = await tile.boundingBox();
    expect(box?.width).toBeGreaterThan(50);
    await tile.click();
    expect(await row.isVisible()).toBe(true);
    expect(await row.innerText()).toContain("required");
    expect(await row.innerText()).toContain(HOSTILE);
    expect(
      await page.locator("tr", { hasText: "not-served" }).innerText(),
    ).toContain("#/webhooks");
    expect(problems).toEqual([]);
    await page.close();
  });

  inBrowser("a diff shows both sides", async () => {
    const problems: string[] = [];
    const { after, before } = await readSurfaces(config(AFTER), {
      base: writtenBefore(),
    });
    const page = await open(renderChangesPage(before, after), problems);
    const changed = page.locator("tr.changed");
    expect(await changed.first().innerText()).toMatch(
      /^Lists pets\.\s+Lists all pets\.$/,
    );
    expect(await page.locator(".breaking").first().isVisible()).toBe(true);
    expect(await page.title()).toBe("What changes");
    expect(problems).toEqual([]);
    await page.close();
  });
});
