import express from "express";
import { document } from "./document.js";

/** An Express application that says what it serves at /api-docs. */
export const app = express();

app.use(express.json());
app.get("/api-docs", (_request, response) => response.json(document));
app.use((request, response, next) => {
  if (request.get("x-user") === "nobody") {
    return response.status(401).json({ message: "Who are you?" });
  }
  next();
});
app.get("/hello", ({ query, ip }, response) =>
  response.json({ hello: query.name, ip }),
);
app.post("/items", ({ body }, response) =>
  typeof body?.name === "string"
    ? response.status(201).json({ id: 7, name: body.name })
    : response
        .status(422)
        .json({ errors: [{ field: "name", type: "string" }] }),
);
app.delete("/items/:id", (_request, response) => response.status(204).end());
app.get("/go", (_request, response) => response.redirect("/hello?name=you"));
app.get("/file", (_request, response) =>
  response
    .attachment("data.bin")
    .type("application/octet-stream")
    .send(Buffer.from([0, 1, 2, 255])),
);
app.get("/events", (request, response) => {
  request.socket.setTimeout(0);
  request.socket.setNoDelay(true);
  response.type("text/event-stream").write("data: one\n\n");
  setTimeout(() => response.end("data: two\n\n"), 20);
});
app.get("/throw", () => {
  throw new Error("at /srv/secret.js");
});

/** An application with the endpoint that `handlerOf` makes for it. */
export function withMcp(handlerOf) {
  const app = express();
  const mcp = handlerOf(app);
  app.use(express.json());
  app.get("/greet", (request, response) =>
    response.send(`hello ${request.get("x-user")}`),
  );
  app.all("/mcp", (request, response) => mcp(request, response, request.body));
  return app;
}
