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
export function styleFor(place: Location, style: unknown): Style {
  const [usual = "form", ...others] = STYLES[place];
  return others.find((other) => other === style) ?? usual;
}

/** How Swagger 2.0 writes a list, anywhere. https://spec.openapis.org/oas/v2.0#parameter-object */
export function swaggerStyle(
  place: Location,
  collectionFormat: unknown,
): { style: Style; explode: boolean } {
  const style = DELIMITED.get(collectionFormat);
  if (style !== undefined) return { style, explode: false };
  return {
    style: styleFor(place, undefined),
    explode: place === "query" && collectionFormat === "multi",
  };
}

const DELIMITED: ReadonlyMap<unknown, Style> = new Map([
  ["ssv", "spaceDelimited"],
  ["tsv", "tabDelimited"],
  ["pipes", "pipeDelimited"],
]);
