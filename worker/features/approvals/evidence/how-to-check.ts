/** Said inside each pack, so that someone who has only its files can check them. */
export const HOW_TO_CHECK: readonly string[] = [
  'The PDF file: its SHA-256 and size are those in “manifest.pdf” of the JSON file.',
  'Each part of the JSON file: its canonical JSON is the part with the names of its objects sorted and without spaces (RFC 8785). The SHA-256 of that text, in hexadecimal, is in “manifest” at the same place.',
  'The signature: the canonical JSON of {"keyId", "manifest", "signedAt", "what": "outlay-evidence"} is signed with Ed25519. “manifest” in it is the SHA-256 of the canonical JSON of the manifest; keyId and signedAt are in “signature”. The public key has to be one that you were given otherwise, such as by the daily emails about the audit log.',
  'The history: each entry’s hash is at its place in “chain”, whose hashes lead to a signed summary of the company’s audit log.',
  'Documents: the SHA-256 of each is in the section on documents.',
  'The program that checks all of this is verify-audit, which comes with Outlay’s source: verify-audit --pack FILE.json --pdf FILE.pdf --keys ID:PUBLIC.',
]
