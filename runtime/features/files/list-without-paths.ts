/**
 * Returns a result without the forms of file arguments that name a file by its path, for a caller whom no folder
 * serves: the descriptions, schemas and examples that the generator writes for them.
 */
export function omitPaths<Result extends object>(result: Result): Result {
  const json = JSON.stringify(result);
  if (!json.includes("file:")) return result;
  const otherJson = PATH_FORMS.reduce(
    (text, [form, replacement]) => text.replaceAll(form, replacement),
    json,
  );
  return JSON.parse(otherJson) as Result; // no replacement changes the structure around a file argument
}

/** Forms in JSON, or in JSON as a text of JSON, and their replacements. */
const PATH_FORMS = [
  [/\{(\\*")type\1:\1string\1,\1pattern\1:\1\^file:\.\1\},/g, ""],
  [
    /(?<!\\)(\\*")data\1:\{\1type\1:\1string\1\},\1filename\1/g,
    "$1data$1:{$1type$1:$1string$1,$1contentEncoding$1:$1base64$1},$1filename$1",
  ],
  [/(?<!\\)(\\*")file:report\.pdf\1/g, "$1dGV4dA==$1"],
  [
    /`file:` and its path in the server's folder, such as `file:report\.pdf`; or /g,
    "",
  ],
  [
    /as `file:` and its path in the server's folder, such as `file:report\.pdf`, or in base64,/g,
    "in base64",
  ],
  [/`data` as (?:these|`file:` or base64)/g, "`data` in base64"],
  [
    /, or `file:` and a path in the server's folder, such as `file:report\.pdf`/g,
    "",
  ],
] as const;
