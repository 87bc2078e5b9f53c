import { app } from "./app.js";

// Over HTTP, as ever. https://fastify.dev/docs/latest/Reference/Server/#listen
await app.listen({ port: 3001 });
