import { defineResource } from "../runtime/features/components/define-resource.js";
import tool from "../tools/list-pets.js";

/** GET /pets */
export default defineResource({
  of: tool,
  uri: "resource://pets",
  uriTemplate: "resource://pets{?species,filter,limit,offset,X_Trace_Id}",
  mimeType: "application/json",
});
