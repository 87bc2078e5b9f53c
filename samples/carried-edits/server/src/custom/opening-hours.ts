/** What to tell a reader about the time that is left today. */
export function untilClosing(now: Date): string {
  const hours = 18 - now.getHours();
  return hours > 0
    ? `The library closes in ${hours} hours.`
    : "The library is closed now; the book waits at the desk.";
}
