import { z } from 'zod'

/** The JSON file of an evidence pack. `format` rises when its shape changes, so that old packs stay checkable. */

export const EVIDENCE_FORMAT = 1

/** What a pack consists of, in the order in which people read it. */
export const SECTIONS = {
  versions: 'Versions',
  steps: 'Approval steps',
  decisions: 'Decisions',
  documents: 'Documents',
  payments: 'Payments',
  paymentEvents: 'Payment events',
  ledgerEntries: 'Ledger entries',
  accounting: 'Sent to the accounting system',
  history: 'History',
} as const
export type SectionName = keyof typeof SECTIONS
export const SECTION_NAMES = Object.keys(SECTIONS) as SectionName[]

/** An instant as it is in files: 2026-11-24T09:30:00.000Z. */
const instant = z.string()
const who = z.object({ id: z.string(), name: z.string() })
export type Who = z.infer<typeof who>

const version = z.object({
  version: z.number().int(),
  at: instant,
  by: who.nullable(),
  content: z.record(z.string(), z.unknown()),
  changes: z.array(z.object({ what: z.string(), before: z.unknown(), after: z.unknown() })),
  /** SHA-256 of the content, with sorted keys. */
  contentSha256: z.string(),
})

/** A step, and who was asked. */
const step = z.object({
  id: z.string(),
  run: z.number().int(),
  level: z.number().int(),
  label: z.string(),
  why: z.string(),
  asked: z.array(who),
  askedAt: instant.nullable(),
  /** When its people were emailed. */
  emailedAt: instant.nullable(),
  status: z.string(),
  decidedAt: instant.nullable(),
})

/** What someone decided, and on which version: that is what they saw. */
const decision = z.object({
  sequence: z.number().int(),
  at: instant,
  run: z.number().int(),
  step: z.string(),
  /** APPROVED, REJECTED, BYPASSED, SENT_BACK, UNDONE or REVOKED. */
  what: z.string(),
  by: who,
  onBehalfOf: who.nullable(),
  /** Someone else in their session, and the key of a program. */
  impersonatorId: z.string().nullable(),
  apiKeyId: z.string().nullable(),
  versionSeen: z.number().int().nullable(),
  comment: z.string(),
})

const document = z.object({
  id: z.string(),
  name: z.string(),
  mimeType: z.string(),
  size: z.number().int(),
  sha256: z.string(),
  addedAt: instant,
  addedBy: who.nullable(),
})

/** Amounts are minor units of the currency. */
const payment = z.object({
  id: z.string(),
  status: z.string(),
  amount: z.number().int(),
  currency: z.string(),
  attempts: z.number().int(),
  providerId: z.string().nullable(),
  startedBy: who.nullable(),
  startedAt: instant.nullable(),
  paidAt: instant.nullable(),
  returnedAt: instant.nullable(),
})

const paymentEvent = z.object({
  paymentId: z.string(),
  number: z.number().int(),
  at: instant,
  what: z.string(),
  by: who.nullable(),
  details: z.record(z.string(), z.unknown()),
})

const ledgerEntry = z.object({
  id: z.string(),
  type: z.string(),
  date: z.string(),
  memo: z.string(),
  reverses: z.string().nullable(),
  by: who.nullable(),
  postedAt: instant,
  baseCurrency: z.string(),
  rates: z.unknown(),
  /** Debits are positive, credits negative. They add up to zero on each date, in each currency and in the company's. */
  postings: z.array(
    z.object({
      account: z.string(),
      erpAccount: who.nullable(),
      date: z.string(),
      currency: z.string(),
      amount: z.number().int(),
      baseAmount: z.number().int(),
    }),
  ),
})

const accountingEntry = z.object({
  id: z.string(),
  type: z.string(),
  title: z.string(),
  state: z.string(),
  erpId: z.string().nullable(),
  url: z.string().nullable(),
  syncedAt: instant.nullable(),
  error: z.string().nullable(),
})

/** An entry of the company's audit log, as it is hashed there. */
const historyEntry = z.object({
  /** Its number in the company's log. */
  sequence: z.number().int(),
  entryHash: z.string(),
  by: who.nullable(),
  at: instant,
  message: z.string(),
  /** Null if it has a tax id, which the pack must not. Its hash is there all the same. */
  entry: z.record(z.string(), z.unknown()).nullable(),
})

export const sections = z.strictObject({
  versions: z.array(version),
  steps: z.array(step),
  decisions: z.array(decision),
  documents: z.array(document),
  payments: z.array(payment),
  paymentEvents: z.array(paymentEvent),
  ledgerEntries: z.array(ledgerEntry),
  accounting: z.array(accountingEntry),
  history: z.array(historyEntry),
})
export type Sections = z.infer<typeof sections>

const signedHead = z.object({
  companyId: z.string(),
  day: z.string(),
  sequence: z.number().int(),
  auditId: z.number().int(),
  hash: z.string(),
  signedAt: z.string(),
  keyId: z.string(),
  signature: z.string(),
})

export const chainSegment = z.object({
  from: z.object({ sequence: z.number().int(), hash: z.string() }),
  entryHashes: z.array(z.string()),
  to: z.object({ sequence: z.number().int(), hash: z.string() }),
  head: signedHead.nullable(),
})

const subject = z.object({
  type: z.string(),
  id: z.string(),
  name: z.string(),
  status: z.string(),
  company: who,
})

/** SHA-256 of each part, which the signature is about. */
export const manifest = z.strictObject({
  id: z.string(),
  subject: z.string(),
  made: z.string(),
  names: z.string(),
  chain: z.array(z.string()),
  sections: z.strictObject(
    Object.fromEntries(SECTION_NAMES.map((name) => [name, z.array(z.string())])) as Record<
      SectionName,
      z.ZodArray<z.ZodString>
    >,
  ),
  pdf: z.strictObject({ sha256: z.string(), size: z.number().int() }),
  /** Not in packs from before the file said it. */
  howToCheck: z.string().optional(),
})
export type Manifest = z.infer<typeof manifest>

export const evidence = z.strictObject({
  format: z.literal(EVIDENCE_FORMAT),
  /** How a reader checks it who has nothing but its files. */
  howToCheck: z.array(z.string()).optional(),
  id: z.string(),
  subject,
  made: z.object({ at: instant, by: who }),
  sections,
  /** What ids in the contents are called. */
  names: z.record(z.string(), z.string()),
  chain: z.array(chainSegment),
  manifest,
  /** Null if the installation signs nothing. */
  signature: z.strictObject({ signedAt: z.string(), keyId: z.string(), signature: z.string() }).nullable(),
  /** The installation's public keys. Compare them with those that you were given. */
  keys: z.array(z.strictObject({ id: z.string(), key: z.string() })),
})
export type Evidence = z.infer<typeof evidence>
export type EvidenceParts = Pick<Evidence, 'id' | 'howToCheck' | 'subject' | 'made' | 'sections' | 'names' | 'chain'>
