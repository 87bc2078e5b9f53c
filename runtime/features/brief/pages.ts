import type { Args } from "../../index.js";
import type { Page } from "./page.js";
import { nextOf, pagingOf } from "./next.js";

/** `Next page: page=2.`, in the words of the tool; undefined where there is none, or none is known. */
export function pages(page: Page): string | undefined {
  const { answer, cuts, entry } = page;
  const { items, offset, size, start } = pagingOf(page);
  const { pages: together } = entry.component as { pages?: number };
  const { next } = answer as { next?: string }; // of gathered pages
  const cut = cuts.find(
    ({ all, of }) => of === "items" && all === items.length,
  );
  if (cut && offset) return nextPageNote({ [offset]: start + cut.shown });
  const fewer = cut && (Math.floor(cut.shown / (together ?? 1)) || 1);
  if (cut) return size && `Fewer at once: ${size}=${fewer}.`;
  return together ? next : nextPageNote(nextOf(page)?.args);
}

/** What a model is told of the arguments of the next page, where they are not too long to be said again. */
export function nextPageNote(args: Args = {}): string | undefined {
  const all = Object.entries(args).map((one) => one.join("="));
  const text = all.join(", ");
  return text && text.length < 1_500 ? `Next page: ${text}.` : undefined;
}
