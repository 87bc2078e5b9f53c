import type { Location, Style } from "../model.js";

/** Styles of each location, its default first. https://spec.openapis.org/oas/v3.1.1#style-values */
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

/** True for a style of a form's fields, which are those of a query. */
export function isStyle(value: unknown): value is Style {
  return STYLES.query.some((style) => style === value);
}

/** Returns the style if the location allows it, otherwise the location's default. */
export function resolveStyle(location: Location, style: unknown): Style {
  const [defaultStyle = "form", ...otherStyles] = STYLES[location];
  return otherStyles.find((otherStyle) => otherStyle === style) ?? defaultStyle;
}

/** Reads how Swagger 2.0 writes a list in any location. https://spec.openapis.org/oas/v2.0#parameter-object */
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
