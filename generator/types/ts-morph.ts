/** What `typescript` is to openapi-typescript. */
export { ts as default } from "ts-morph";
