import { expect, test } from "vitest";
import { diff } from "../../../generator/index.js";
import { project } from "./project.js";

const operationId =
  "DataIntegrationsUserManagementController_deleteUserDataInstallation";

/** Name by the first rules of shortening. */
const FORMER = "DataIntegrationsUser_UserDataInstallation_03be03";

const PRESENT = "deleteUserDataInstallation_IntegrationsManagement_03be03";

const document = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Accounts", version: "1" },
  servers: [{ url: "https://api.example.com" }],
  paths: {
    "/accounts": {
      delete: { operationId, responses: { 204: { description: "Gone" } } },
    },
  },
});

test("a name by former rules stays until you ask for new names, which diff calls breaking", async () => {
  const made = project();
  const overrides = { "DELETE /accounts": { name: FORMER } };
  await made.generate(document, { config: { overrides } });
  const file =
    "src/tools/data-integrations-user-user-data-installation-03be03.ts";
  const before = made.read(file);
  await made.generate(document);
  expect(made.read(file)).toBe(before);

  const config = { out: made.out, allRoutesAsTools: true };
  const changed = async (names?: "renew") =>
    (await diff({ ...config, ...(names && { names }) }, { text: document }))
      .filter(({ what }) => what !== "tokens")
      .map(({ breaking, name, text }) => [breaking, name, text]);
  expect(await changed()).toEqual([]);
  expect(await changed("renew")).toEqual([
    [true, PRESENT, `renamed: ${FORMER} → ${PRESENT}`],
  ]);

  made.edit(file, ["send(args)", "send({ ...args })"]);
  await made.generate(document, { config: { names: "renew" } });
  const renewed =
    "src/tools/delete-user-data-installation-integrations-management-03be03.ts";
  expect(made.has(file)).toBe(false);
  expect(made.read(renewed)).toContain(`name: "${PRESENT}"`);
  expect(made.read(renewed)).toContain("send({ ...args })");
  // Once renewed, the present name is kept.
  await made.generate(document);
  expect(made.read(renewed)).toContain(`name: "${PRESENT}"`);
});
