import { spawn } from "node:child_process";

export const petId = 7;
export const query = { kind: "cat", tags: ["small", "old"], verbose: false };
export const pet = {
  name: "Rex",
  kind: "dog",
  age: 3,
  tags: ["small", "old"],
  owner: { name: "Ann", email: "ann@example.com" },
};

/** An API in its own process, so that its work does not count: one pet, and a list of 1 MB. It holds back pet 0. */
export async function startUpstream() {
  const petJson = JSON.stringify({
    id: petId,
    ...pet,
    notes: "x".repeat(1000),
  });
  const script = `const pets = JSON.stringify(Array.from({ length: 5500 }, (_, id) => (
    { id, ...${JSON.stringify(pet)}, notes: "Likes the " + id + "th \\"toy\\".", revision: id % 9 }
  )));
  require("node:http").createServer({ keepAliveTimeout: 600_000 }, (request, response) => {
    const isList = request.method === "GET" && request.url === "/pets";
    if (request.url.startsWith("/pets/0")) return;
    request.resume().on("end", () => response.setHeader("content-type", "application/json").end(isList ? pets : ${JSON.stringify(petJson)}));
  }).listen(0, "127.0.0.1", function () { console.log(this.address().port); });`;
  const child = spawn(process.execPath, ["-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const port = await new Promise<string>((resolve) =>
    child.stdout.once("data", (data: Buffer) =>
      resolve(data.toString().trim()),
    ),
  );
  return { url: `http://127.0.0.1:${port}`, close: () => child.kill() };
}
