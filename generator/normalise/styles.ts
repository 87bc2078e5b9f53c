import type { Location, Style } from "../model.js";

/** https://spec.openapis.org/oas/v3.1.1#style-values */
const STYLES: Readonly<Record<Location, readonly Style[]>> = {
  path: ["simple", "label", "matrix"],
  query: ["form", "spaceDelimited", "pipeDelimited", "deepObject"],
  querystring: ["form"],
  header: ["simple"],
  cookie: ["form", "cookie"],
};

export function isLocation(value: unknown): value is Location {
  return typeof value === "string" && Object.hasOwn(STYLES, value);
}

/** Whether a field of a form can be written in it, as a query can. */
export function isStyle(value: unknown): value is Style {
  return STYLES.query.some((style) => style === value);
}

/** The style if it can be used in this location, else the location's own. */
export function resolveStyle(location: Location, style: unknown): Style {
  const [defaultStyle = "form", ...otherStyles] = STYLES[location];
  return otherStyles.find((otherStyle) => otherStyle === style) ?? defaultStyle;
}

/** How Swagger 2.0 writes a list, anywhere. https://spec.openapis.org/oas/v2.0#parameter-object */
export function readCollectionFormat(
  location: Location,
  collectionFormat: unknown,
): { style: Style; explode: boolean } {
  const style = STYLES_BY_FORMAT.get(collectionFormat);
  if (style !== undefined) return { style, explode: false };
  return {
    style: resolveStyle(location, undefined),
    explode: location === "query" && collectionFormat === "multi",
  };
}

const STYLES_BY_FORMAT: ReadonlyMap<unknown, Style> = new Map([
  ["ssv", "spaceDelimited"],
  ["tsv", "tabDelimited"],
  ["pipes", "pipeDelimited"],
]);
