import { resolve } from "node:path";
import { format } from "prettier";
import { expect } from "vitest";
import { read } from "./pages.js";

/** Expects a text between two comments of a page, as prettier lays it out; `npx vitest run test/docs -u` writes it. */
export async function expectBlock(page: string, name: string, text: string) {
  const whole = read(page);
  const made = whole.replace(
    new RegExp(`(<!-- ${name}: made[^]*?-->\n)[^]*(\n<!-- /${name} -->)`),
    (_, start: string, end: string) => `${start}\n${text}\n${end}`,
  );
  expect(whole, page).toContain(`<!-- /${name} -->`);
  const laidOut = await format(made, { parser: "markdown" });
  await expect(laidOut).toMatchFileSnapshot(resolve(page));
}
