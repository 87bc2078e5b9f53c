/**
 * Hosts of `urls` that are not among the API's `addresses`. Empty if the hosts of the API are known
 * only when the server starts.
 */
export function foreignHostsOf(
  urls: readonly string[],
  addresses: readonly string[],
): string[] {
  const ownHosts = addresses.flatMap(hostsOf);
  return urls
    .flatMap(hostsOf)
    .filter((host) => ownHosts.length > 0 && !ownHosts.includes(host));
}

/**
 * Host of a URL, as a list of one. Empty if the URL is relative, or its host is known only when the
 * server starts.
 */
export function hostsOf(url: string): string[] {
  const host = URL.canParse(url) ? new URL(url).host : "";
  return host === "" ? [] : [host];
}
