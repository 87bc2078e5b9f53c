/** The beginning of a text: at most `max` bytes of UTF-8, never half a character. */
export function cutText(text: string, max: number): string {
  const bytes = Buffer.from(text);
  return bytes.length <= max
    ? text
    : new TextDecoder().decode(bytes.subarray(0, max), { stream: true });
}

/** `1,234` */
export function countOf(count: number): string {
  return count.toLocaleString("en-US");
}

/** `512 bytes`, `64 KB`, `1.5 MB` */
export function sizeOf(bytes: number): string {
  if (bytes < 10_000) return `${countOf(bytes)} bytes`;
  const [size, unit] =
    bytes < 1024 * 1024 ? [bytes / 1024, "KB"] : [bytes / 1024 / 1024, "MB"];
  return `${size.toFixed(1).replace(/\.0$/, "")} ${unit}`;
}
