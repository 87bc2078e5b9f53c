import Koa from "koa";
import { document } from "./document.js";

/** The same as Express's, written for Koa. */
export const app = new Koa();

app.silent = true;
app.use(async (context, next) => {
  if (context.get("x-user") === "nobody") context.throw(401, "Who are you?");
  await next();
});
app.use(async (context) => {
  switch (`${context.method} ${context.path}`) {
    case "GET /openapi.json":
      context.body = document;
      break;
    case "GET /hello":
      context.body = { hello: context.query.name, ip: context.ip };
      break;
    case "GET /go":
      context.redirect("/hello?name=you");
      break;
    case "GET /throw":
      throw new Error("at /srv/secret.js");
    default:
      context.status = 404;
  }
});
