import { compareCodeUnits } from "./order.js";

/** Longest name that someone may have misspelt, in characters. */
const MAX_NAME_LENGTH = 200;

/** Sentence with up to three known names that a misspelt name may mean, with a blank behind it: `Did you mean tags? `. Empty if none is close. */
export function suggestNames(
  name: string,
  knownNames: Iterable<string>,
): string {
  if (name.length > MAX_NAME_LENGTH) return "";
  const maxDistance = Math.max(2, name.length / 5);
  const isIn = (container: string, part: string) =>
    part.length > 2 && container.toLowerCase().includes(part.toLowerCase());
  const closeNames = [...knownNames]
    .map((candidate): [number, string] => [
      countUnsharedLetters(name, candidate),
      candidate,
    ])
    .filter(
      ([distance, candidate]) =>
        distance <= maxDistance ||
        isIn(candidate, name) ||
        isIn(name, candidate),
    )
    .sort(
      ([firstDistance, firstName], [secondDistance, secondName]) =>
        firstDistance - secondDistance ||
        compareCodeUnits(firstName, secondName),
    )
    .map(([, candidate]) => candidate);
  return closeNames.length === 0
    ? ""
    : `Did you mean ${closeNames.slice(0, 3).join(" or ")}? `;
}

/** Number of letters that only one of two names has, case ignored. */
export function countUnsharedLetters(
  firstName: string,
  secondName: string,
): number {
  let remainingLetters = secondName.toLowerCase();
  const extraLetters = [...firstName.toLowerCase()].filter((letter) => {
    const previousLetters = remainingLetters;
    remainingLetters = remainingLetters.replace(letter, "");
    return remainingLetters === previousLetters;
  });
  return extraLetters.length + remainingLetters.length;
}
