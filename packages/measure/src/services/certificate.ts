import { generateKeyPairSync, randomBytes, sign } from "node:crypto";

/** A certificate of a server on this machine, and its key; PEM. */
interface Certificate {
  readonly certificate: string;
  readonly key: string;
}

// Tags of ASN.1 in DER (ITU-T X.690).
const [INTEGER, BIT_STRING, OBJECT_ID, UTF8, TIME, SEQUENCE, SET, VERSION] = [
  0x02, 0x03, 0x06, 0x0c, 0x18, 0x30, 0x31, 0xa0,
];

/** Makes a certificate for `localhost` that signs itself and is valid for a month (X.509, RFC 5280). */
export function selfSigned(): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const ecdsaWithSha256 = der(SEQUENCE, der(OBJECT_ID, Buffer.from("2a8648ce3d040302", "hex")));
  const commonName = der(OBJECT_ID, Buffer.from("550403", "hex"));
  const name = der(
    SEQUENCE,
    der(SET, der(SEQUENCE, commonName, der(UTF8, Buffer.from("localhost")))),
  );
  const contents = der(
    SEQUENCE,
    der(VERSION, der(INTEGER, Buffer.of(2))),
    // The first bit stays 0 and the second 1: a serial number is positive, and DER has no leading zeros.
    der(INTEGER, Buffer.of(0x40), randomBytes(15)),
    ecdsaWithSha256,
    name,
    der(SEQUENCE, timeIn(-1), timeIn(30)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
  );
  const signature = der(BIT_STRING, Buffer.of(0), sign("sha256", contents, privateKey));
  const lines = der(SEQUENCE, contents, ecdsaWithSha256, signature)
    .toString("base64")
    .replaceAll(/.{64}(?=.)/g, "$&\n");
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

function timeIn(days: number): Buffer {
  const time = new Date(Date.now() + days * 86_400_000).toISOString();
  return der(TIME, Buffer.from(`${time.replaceAll(/[-:T]|\..*/g, "")}Z`));
}

/** Encodes a value: its tag, its length, its content. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const bytes = content.length.toString(16);
  const long = Buffer.from(bytes.length % 2 === 0 ? bytes : `0${bytes}`, "hex");
  const length =
    content.length < 128
      ? Buffer.of(content.length)
      : Buffer.concat([Buffer.of(0x80 | long.length), long]);
  return Buffer.concat([Buffer.of(tag), length, content]);
}
