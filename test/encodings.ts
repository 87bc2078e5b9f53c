const toJson = (text: string) => JSON.stringify(text).slice(1, -1);

function escapeUnits(text: string, units: RegExp): string {
  return text.replace(units, (unit) => {
    const hex = unit.charCodeAt(0).toString(16);
    return `\\u${hex.padStart(4, "0")}`;
  });
}

/** Ways in which APIs write a text in another one. */
export const ENCODINGS: Readonly<Record<string, (text: string) => string>> = {
  JSON: toJson,
  "JSON of PHP": (text) =>
    escapeUnits(toJson(text).replaceAll("/", "\\/"), /[^\0-\x7f]/g),
  "JSON of Go": (text) => escapeUnits(toJson(text), /[<>&\u2028\u2029]/g),
  URL: encodeURIComponent,
  form: (text) => new URLSearchParams([["", text]]).toString().slice(1),
};

/** Encodes a text in the named ways, one after another. */
export const encode = (text: string, names: readonly string[]) =>
  names.reduce((result, name) => ENCODINGS[name]?.(result) ?? result, text);
