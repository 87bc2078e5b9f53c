import { readFile } from "node:fs/promises";
import { Agent } from "node:https";
import { createSecureContext } from "node:tls";
import { CallError } from "../../index.js";
import type { ServerContext } from "../../index.js";
import { followVariables, readVariable } from "./credentials.js";
import type { Credential, CredentialFactory } from "./credentials.js";

/**
 * A client certificate. The first request that needs it reads the files; requests with other credentials are sent
 * without it.
 */
export function mutualTls(options: {
  /** Variable with the certificate's file, in PEM. */
  readonly certificate: string;
  /** Variable with its private key's file, in PEM. */
  readonly key: string;
  /** Variable with the file of the authorities to trust. Default: the well-known ones. */
  readonly ca: string;
}): CredentialFactory {
  const { ca, certificate, key } = options;
  const variables = [certificate, key, ca];
  return followVariables(variables, createCredential, variables);

  function createCredential(context: ServerContext): Credential {
    const readPem = async (variable: string) => {
      try {
        return await readFile(readVariable(variable, context), "utf8");
      } catch {
        throw new CallError(`the file in ${variable} could not be read.`);
      }
    };
    const createAgent = async () => {
      const files = {
        cert: await readPem(certificate),
        key: await readPem(key),
        ...(readVariable(ca, context) !== "" && { ca: await readPem(ca) }),
      };
      try {
        createSecureContext(files);
      } catch (cause) {
        throw new CallError(
          `the files in ${certificate} and ${key} must be a certificate and its key, in PEM format and without a passphrase.`,
          { cause },
        );
      }
      return new Agent({ keepAlive: true, ...files });
    };
    // One agent, so that its connections are reused, and only for this certificate.
    let agent: Promise<Agent> | undefined;
    return {
      missing: [certificate, key].filter(
        (name) => readVariable(name, context) === "",
      ),
      secrets: [],
      async apply(request) {
        try {
          request.agent = await (agent ??= createAgent());
        } catch (error) {
          agent = undefined; // the next request reads the files again
          throw error;
        }
      },
    };
  }
}
