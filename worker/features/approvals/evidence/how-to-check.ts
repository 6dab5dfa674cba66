/** Said inside each pack, in both files, so that someone who has only them can check them with any tools. */
export const HOW_TO_CHECK: readonly string[] = [
  'The PDF file: its SHA-256 and size are those in “manifest.pdf” of the JSON file.',
  'Each part of the JSON file: its canonical JSON is the part with the names of its objects sorted and without spaces (RFC 8785). The SHA-256 of that text, in hexadecimal, is in “manifest” at the same place. Lists in “sections”, and “chain”, have one hash for each item; “id” is there as it is.',
  'The signature: the canonical JSON of {"keyId", "manifest", "signedAt", "what": "outlay-evidence"} is signed with Ed25519. “manifest” in it is the SHA-256 of the canonical JSON of the manifest; keyId and signedAt are in “signature”. Signatures and keys are in base64url. The public key (32 bytes) has to be one that you were given otherwise, such as by the daily emails about the audit log; “keys” has those of this installation.',
  'The history: “entryHash” is the SHA-256 of the canonical JSON of “entry”. An entry that has a tax ID is there with its hash only. It is also in the item of “chain” in whose range “sequence” is, at place sequence − from.sequence of “entryHashes”.',
  'The chain: begin with “from.hash”. For each of “entryHashes”, put it after the hash so far, as text, and take the SHA-256 of both. The last one is “to.hash”. Where there is a “head”, the same hash and sequence are in it, and the canonical JSON of {"what": "outlay-audit-head"} with everything in it except its signature is signed with Ed25519.',
  'Documents: the SHA-256 of each is in the section on documents. The content of each version: “contentSha256” is the SHA-256 of its canonical JSON.',
  'Outlay’s source has a program that checks all of this: verify-audit --pack FILE.json --pdf FILE.pdf --keys ID:PUBLIC.',
]
