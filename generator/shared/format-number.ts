/** Count with commas between thousands: `1,234`. `toLocaleString` would load all languages first. */
export function formatThousands(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}
