import { byCodeUnit } from "./order.js";

/** The known names that a wrong one may have been meant as, in a sentence with a blank behind it; empty where none is near. */
export function didYouMean(name: string, known: Iterable<string>): string {
  const most = Math.max(2, name.length / 5);
  const isIn = (one: string, other: string) =>
    other.length > 2 && one.toLowerCase().includes(other.toLowerCase());
  const near = [...known]
    .map((one): [number, string] => [apart(name, one), one])
    .filter(
      ([letters, one]) => letters <= most || isIn(one, name) || isIn(name, one),
    )
    .sort(([a, one], [b, other]) => a - b || byCodeUnit(one, other))
    .map(([, one]) => one);
  return near.length === 0
    ? ""
    : `Did you mean ${near.slice(0, 3).join(" or ")}? `;
}

/** How many letters two names don't share. */
export function apart(one: string, other: string): number {
  let rest = other.toLowerCase();
  const extra = [...one.toLowerCase()].filter((letter) => {
    const before = rest;
    rest = rest.replace(letter, "");
    return rest === before;
  });
  return extra.length + rest.length;
}
