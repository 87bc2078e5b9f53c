// openapi-typescript reads property names as JSON pointers on its way, and fails on some that hold
// `%` or `#`. So all strings of a document travel through it without these characters.

/** A string as it travels through openapi-typescript. */
export function encode(text: string): string {
  return text.replace(
    /[%#\\]/g,
    (character) => `\\${character.charCodeAt(0).toString(16)}`,
  );
}

/** The string that `encode` was given. */
export function decode(text: string): string {
  return text.replace(/\\(..)/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
