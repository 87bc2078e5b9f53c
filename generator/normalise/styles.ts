import type { Location, Style } from "../model.js";

/** https://spec.openapis.org/oas/v3.1.1#style-values */
const STYLES: Readonly<Record<Location, readonly Style[]>> = {
  path: ["simple", "label", "matrix"],
  query: ["form", "spaceDelimited", "pipeDelimited", "deepObject"],
  header: ["simple"],
  cookie: ["form"],
};

export function isLocation(value: unknown): value is Location {
  return typeof value === "string" && Object.hasOwn(STYLES, value);
}

export function isStyle(value: unknown): value is Style {
  return Object.values(STYLES).some((styles) =>
    styles.some((style) => style === value),
  );
}

/** The style if it can be used in this location, else the location's own. */
export function styleFor(place: Location, style: unknown): Style {
  const [usual = "form", ...others] = STYLES[place];
  return others.find((other) => other === style) ?? usual;
}

/** How Swagger 2.0 writes lists. https://spec.openapis.org/oas/v2.0#parameter-object */
export function swaggerStyle(
  place: Location,
  collectionFormat: unknown,
): { style: Style; explode: boolean } {
  const usual = styleFor(place, undefined);
  if (place !== "query") return { style: usual, explode: false };
  switch (collectionFormat) {
    case "multi":
      return { style: "form", explode: true };
    case "ssv":
      return { style: "spaceDelimited", explode: false };
    case "pipes":
      return { style: "pipeDelimited", explode: false };
    default:
      return { style: usual, explode: false };
  }
}
