import "reflect-metadata"; // the next one needs it
import * as x509 from "@peculiar/x509";

/** A certificate and its private key, in PEM. */
export interface Identity {
  readonly cert: string;
  readonly key: string;
}

/** An authority, and what it signs: a server on this machine and a client. */
export async function createAuthority(): Promise<{
  ca: string;
  server: Identity;
  client: Identity;
}> {
  const keys = await generate();
  const authority = await x509.X509CertificateGenerator.createSelfSigned({
    name: "CN=Test authority",
    keys,
    signingAlgorithm,
    extensions: [new x509.BasicConstraintsExtension(true, 0, true)],
  });
  const sign = async (name: string): Promise<Identity> => {
    const own = await generate();
    const certificate = await x509.X509CertificateGenerator.create({
      subject: `CN=${name}`,
      issuer: authority.subject,
      publicKey: own.publicKey,
      signingKey: keys.privateKey,
      signingAlgorithm,
      extensions: [
        new x509.SubjectAlternativeNameExtension([
          { type: "ip", value: "127.0.0.1" },
        ]),
      ],
    });
    const key = await crypto.subtle.exportKey("pkcs8", own.privateKey);
    return {
      cert: certificate.toString("pem"),
      key: x509.PemConverter.encode(key, "PRIVATE KEY"),
    };
  };
  return {
    ca: authority.toString("pem"),
    server: await sign("server"),
    client: await sign("client"),
  };
}

const signingAlgorithm = {
  name: "ECDSA",
  namedCurve: "P-256",
  hash: "SHA-256",
};

function generate() {
  return crypto.subtle.generateKey(signingAlgorithm, true, ["sign", "verify"]);
}
