import { startApi } from "./api.js";

const folder = new URL("data/", import.meta.url).pathname;
const { url } = await startApi({ folder, port: 4010 });
process.stdout.write(`The bookshop is open at ${url}, key "demo-key".\n`);
