/** The hosts of URLs that are none of an API's; none where those of the API are known only when the server starts. */
export function othersOf(
  urls: readonly string[],
  addresses: readonly string[],
): string[] {
  const own = addresses.flatMap(hostsOf);
  return urls
    .flatMap(hostsOf)
    .filter((host) => own.length > 0 && !own.includes(host));
}

/** None where it is relative, or known only when the server starts. */
export function hostsOf(url: string): string[] {
  const host = URL.canParse(url) ? new URL(url).host : "";
  return host === "" ? [] : [host];
}
