import type { HttpMiddleware } from "../../index.js";

/**
 * Headers of the card, which is public, for pages of any origin too.
 * https://github.com/modelcontextprotocol/experimental-ext-server-card
 */
const CARD_HEADERS = {
  "content-type": "application/mcp-server-card+json",
  "cache-control": "public, max-age=3600",
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "GET",
  "access-control-allow-headers": "Content-Type",
};

/**
 * Publishes at `/mcp/server-card` the name and the address of this server.
 * https://modelcontextprotocol.io/seps/2127-mcp-server-cards
 */
export function serverCard(card: object): HttpMiddleware {
  return (handler, { path }) =>
    async (request) =>
      request.method === "GET" &&
      new URL(request.url).pathname === `${path}/server-card`
        ? Response.json(card, { headers: CARD_HEADERS })
        : handler(request);
}
