/** What the value of an option has to be. */
export type Check = readonly [
  test: (value: unknown) => boolean,
  expected: string,
];

export const TEXT: Check = [
  (value) => typeof value === "string" && value !== "",
  "a text",
];
export const SWITCH: Check = [
  (value) => typeof value === "boolean",
  "true or false",
];
export const SECONDS: Check = [isPositive, "a number of seconds above 0"];
export const COUNT: Check = [
  (value) => Number.isInteger(value) && isPositive(value),
  "a whole number above 0",
];
export const RECORD: Check = [isRecord, "an object"];

export function isPositive(value: unknown): boolean {
  return typeof value === "number" && Number.isFinite(value) && value > 0;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isHttpUrl(value: unknown): boolean {
  return (
    typeof value === "string" &&
    URL.canParse(value) &&
    /^https?:$/.test(new URL(value).protocol)
  );
}

export function isListOf(value: unknown, known: readonly unknown[]): boolean {
  return Array.isArray(value) && value.every((one) => known.includes(one));
}

export function oneOf(...values: string[]): Check {
  return [
    (value) => typeof value === "string" && values.includes(value),
    `one of ${values.join(", ")}`,
  ];
}
