import { expect, test } from "vitest";
import { findTwins } from "../../../generator/lint/twins.js";

const tool = (name: string, description: string) => ({
  name,
  title: "",
  description,
  route: null,
  isHandWritten: () => true,
});

test.each([
  ["get_invoice", "Get the invoice", "read_invoice", "Reads an invoice"],
  ["get_invoice", "Gets an invoice", "fetch_invoice", "Fetches an invoice"],
  ["get_invoice", "Retrieves it", "showInvoice", "Get it"],
  ["stop_job", "Stop a job", "halt_job", "Halts the job"],
  ["stop_job", "Ends a job", "end_job", "Ends a job"],
  ["add_user", "Add a user", "create_user", "Creates a user"],
  ["delete_user", "Delete a user", "remove_user", "Removes a user"],
  ["updateUser", "Update a user", "modifyUser", "Modify the user"],
])("%s, %j, and %s, %j, are twins", (...row) => {
  const [name, description, otherName, otherDescription] = row;
  const twins = findTwins([
    tool(name, description),
    tool(otherName, otherDescription),
  ]);
  expect(twins).toHaveLength(1);
});

test.each([
  ["get_user", "Get users", "list_users", "List users"],
  ["start_job", "Start a job", "stop_job", "Stop a job"],
  ["add_user", "Add a user", "delete_user", "Delete a user"],
  ["add_user", "Add it", "add_group", "Add it"],
])("%s, %j, and %s, %j, are no twins", (...row) => {
  const [name, description, otherName, otherDescription] = row;
  const twins = findTwins([
    tool(name, description),
    tool(otherName, otherDescription),
  ]);
  expect(twins).toEqual([]);
});
