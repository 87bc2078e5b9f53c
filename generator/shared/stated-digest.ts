/** Digest that a contract states, as its last member in any layout. */
const CONTRACT_DIGEST =
  /(?<="digest"\s*:\s*")sha256:[0-9a-f]{64}(?="\s*\}\s*$)/;

/** Digest of all contracts that `server.json` publishes. */
const PUBLISHED_DIGEST =
  /(?<="contractDigest"\s*:\s*")sha256:[0-9a-f]{64}(?=")/;

const patternOf = (path: string) =>
  path === "server.json" ? PUBLISHED_DIGEST : CONTRACT_DIGEST;

/** Digest that a contract, or `server.json`, states in its text; undefined if it states none. */
export function findStatedDigest(
  path: string,
  text: string,
): string | undefined {
  return patternOf(path).exec(text)?.[0];
}

/** Text of a contract, or of `server.json`, with another digest; unchanged if it states none. */
export function replaceStatedDigest(
  path: string,
  text: string,
  digest: string,
): string {
  return text.replace(patternOf(path), () => digest);
}
