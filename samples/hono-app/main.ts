import { serve } from "@hono/node-server";
import { createApp } from "./app.js";

// Over HTTP, as ever. https://hono.dev/docs/getting-started/nodejs
serve({ fetch: createApp().fetch, port: 3002 });
