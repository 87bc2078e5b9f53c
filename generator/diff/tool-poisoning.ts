/** Signs of tool poisoning in a text that a model is going to read, with their patterns. */
const SIGNS: readonly (readonly [name: string, pattern: RegExp])[] = [
  [
    "hidden characters",
    // Variation selectors are honest only behind a character that has variants.
    /[\u00ad\u034f\u115f\u1160\u180e\u200b-\u200d\u2060-\u2064\u2800\u3164\ufeff]|[\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e007f}]|(?<![\p{Emoji}\p{Script=Han}])[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/u,
  ],
  ["bidirectional controls", /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/],
  ["an HTML comment", /<!--/],
  [
    "a link with credentials in it",
    /[a-z][a-z0-9+.-]{0,30}:\/\/[^\s/@:]{1,200}:[^\s/@]{1,200}@/i,
  ],
  [
    "instructions aimed at a model",
    /\b(ignore|disregard|forget|override)\b.{0,40}\b(previous|prior|above|all|earlier|system)\b.{0,40}\b(instruction|prompt|message|rule)s?\b|\b(system prompt|you are (now )?(an?|the) (assistant|ai|model|agent))\b|<\/?(system|important|instructions?)>|\bdo not (tell|inform|mention|reveal)\b.{0,40}\b(user|human|anyone)\b/i,
  ],
];

/** Finds the signs that a text shows, by name; empty for nearly every honest text. */
export function findSuspicions(text: string): string[] {
  return SIGNS.filter(([, pattern]) => pattern.test(text)).map(
    ([name]) => name,
  );
}
