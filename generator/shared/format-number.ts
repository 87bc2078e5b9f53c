/** `1,234`. `toLocaleString` would load all languages first. */
export function inThousands(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}
