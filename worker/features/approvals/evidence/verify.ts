import { type Evidence, evidence, SECTION_NAMES, SECTIONS } from '../../../../schema/approvals/evidence/pack.ts'
import { type AuditEntry, auditEntryHash } from '../../../core/audit.ts'
import { addedUp, type SignedHead, signedText, verifierOf } from '../../platform/audit/index.ts'
import { digestOf, hashOf, manifestOf, signedEvidence } from './manifest.ts'

/** Checks a pack without Outlay: worker/local/tools/verify-audit.ts. Everything that differs is named. */

export interface Checked {
  /** What is wrong, one sentence each. None: it is as it was made. */
  problems: string[]
  /** What was checked, and what this can't show. */
  notes: string[]
}

export interface CheckWith {
  /** Public keys that the reader trusts, as `id:key`. Without them the pack's own are used. */
  keys?: string | undefined
  /** Signed summaries that someone kept. */
  heads?: readonly SignedHead[]
  pdf?: { sha256: string; size: number } | undefined
  /** Files to compare with the documents, by name. */
  files?: readonly { name: string; sha256: string }[]
}

/** Compares the hashes of a list's items with those that were signed. */
const differences = (title: string, is: readonly string[], was: readonly string[]): string[] => {
  const problems = is.flatMap((hash, i) =>
    was[i] === undefined
      ? [`${title}, number ${i + 1}: was not there when the pack was signed.`]
      : hash === was[i]
        ? []
        : [`${title}, number ${i + 1}: differs from what was signed.`],
  )
  return was.length > is.length
    ? [...problems, `${title}: ${was.length} were signed, and ${is.length} are there.`]
    : problems
}

const partProblems = (pack: Evidence): string[] => {
  const was = pack.manifest
  const is = manifestOf(pack, was.pdf)
  return [
    ...(is.id === was.id ? [] : ['The pack’s id differs from what was signed.']),
    ...(is.subject === was.subject ? [] : ['What the pack is about differs from what was signed.']),
    ...(is.howToCheck === was.howToCheck ? [] : ['How to check the pack differs from what was signed.']),
    ...(is.made === was.made ? [] : ['Who made the pack, and when, differs from what was signed.']),
    ...(is.names === was.names ? [] : ['The names differ from what was signed.']),
    ...SECTION_NAMES.flatMap((name) => differences(SECTIONS[name], is.sections[name], was.sections[name])),
    ...differences('Parts of the log', is.chain, was.chain),
  ]
}

type Verify = Awaited<ReturnType<typeof verifierOf>>

const signatureProblems = async (pack: Evidence, verify: Verify): Promise<string[]> => {
  if (!pack.signature) return ['The pack isn’t signed, so this can’t show who made it, or whether it was changed.']
  const { keyId, signature } = pack.signature
  const verdict = await verify(keyId, signedEvidence(pack.manifest, pack.signature), signature)
  if (verdict === 'UNKNOWN_KEY') return [`The pack is signed with key “${keyId}”, which isn’t one of those you trust.`]
  return verdict === 'VALID'
    ? []
    : ['The signature doesn’t match: the list of parts was changed, or the signature was.']
}

/** The hash of each entry, and whether it is where the chain has it. */
const historyProblems = ({ sections, chain }: Evidence): string[] =>
  sections.history.flatMap(({ sequence, entryHash, entry, message, at }) => {
    const where = `Entry ${sequence} of the log (${message})`
    const segment = chain.find(({ from, to }) => sequence > from.sequence && sequence <= to.sequence)
    const inChain = segment?.entryHashes[sequence - segment.from.sequence - 1]
    const altered =
      entry !== null &&
      (auditEntryHash(entry as unknown as AuditEntry) !== entryHash ||
        entry.message !== message ||
        entry.occurredAt !== Date.parse(at))
    return [
      ...(altered ? [`${where} was altered.`] : []),
      ...(inChain === entryHash ? [] : [`${where} isn’t in the log where it should be.`]),
    ]
  })

const chainProblems = async (pack: Evidence, verify: Verify, kept: readonly SignedHead[]): Promise<string[]> => {
  const problems: string[] = []
  for (const segment of pack.chain) {
    const { from, to, head } = segment
    const where = `The log from entry ${from.sequence + 1} to ${to.sequence}`
    if (from.sequence + segment.entryHashes.length !== to.sequence) problems.push(`${where} isn’t complete.`)
    if (addedUp(segment) !== to.hash) problems.push(`${where} doesn’t add up to its hash.`)
    const before = pack.chain.find((one) => one.to.sequence === from.sequence)
    if (before && before.to.hash !== from.hash) problems.push(`${where} doesn’t continue the part before it.`)
    if (!head) continue
    if (head.companyId !== pack.subject.company.id) problems.push(`The summary of ${head.day} is another company’s.`)
    if (head.sequence !== to.sequence || head.hash !== to.hash)
      problems.push(`${where} doesn’t match the summary signed on ${head.day}.`)
    const verdict = await verify(head.keyId, signedText(head), head.signature)
    if (verdict !== 'VALID')
      problems.push(
        verdict === 'INVALID'
          ? `The signed summary of ${head.day} is forged.`
          : `The summary of ${head.day} is signed with key “${head.keyId}”, which isn’t one of those you trust.`,
      )
  }
  for (const { from, to, head } of pack.chain) {
    const other = kept.find(
      (one) =>
        one.companyId === pack.subject.company.id &&
        ((one.sequence === to.sequence && one.hash !== to.hash) ||
          (one.sequence === from.sequence && one.hash !== from.hash) ||
          (head !== null && one.day === head.day && one.signature !== head.signature)),
    )
    if (other) problems.push(`The summary of ${other.day} that you kept says otherwise.`)
  }
  return problems
}

/** Sums that must be zero, as the ledger keeps them. */
const ledgerProblems = ({ sections }: Evidence): string[] =>
  sections.ledgerEntries.flatMap(({ id, postings }) => {
    const sums = new Map<string, number>()
    for (const { date, currency, amount, baseAmount } of postings) {
      sums.set(`${date} ${currency}`, (sums.get(`${date} ${currency}`) ?? 0) + amount)
      sums.set(`${date} base`, (sums.get(`${date} base`) ?? 0) + baseAmount)
    }
    return [...sums.values()].every((sum) => sum === 0) ? [] : [`Ledger entry ${id} doesn’t balance.`]
  })

const contentProblems = ({ sections }: Evidence): string[] =>
  sections.versions.flatMap(({ version, content, contentSha256 }) =>
    hashOf(content) === contentSha256 ? [] : [`The content of version ${version} doesn’t have its hash.`],
  )

const fileProblems = (pack: Evidence, { pdf, files = [] }: CheckWith): string[] => {
  const known = new Map(pack.sections.documents.map((document) => [document.sha256, document]))
  const names = new Set(pack.sections.documents.map(({ name }) => name))
  return [
    ...(pdf && pdf.sha256 !== pack.manifest.pdf.sha256 ? ['The PDF isn’t the one that was made with this pack.'] : []),
    ...files.flatMap(({ name, sha256 }) =>
      known.has(sha256) ? [] : names.has(name) ? [`The file ${name} isn’t the document of that name.`] : [],
    ),
  ]
}

const notesOf = (pack: Evidence, { keys, heads = [], pdf, files = [] }: CheckWith): string[] => {
  const { history, documents } = pack.sections
  const signed = pack.chain.flatMap(({ head }) => (head ? [head] : []))
  const last = signed.at(-1)
  const hidden = history.filter(({ entry }) => entry === null).length
  const found = files.filter(({ sha256 }) => documents.some((document) => document.sha256 === sha256))
  return [
    `${SECTION_NAMES.map((name) => `${SECTIONS[name]}: ${pack.sections[name].length}`).join(', ')}.`,
    last
      ? `The history is in the log that was signed on ${last.day} and before.`
      : 'The history isn’t in a daily signed summary yet. Only the pack’s own signature covers it.',
    ...(keys
      ? []
      : ['The keys in the pack were used. They prove little unless you compare them with those you were given:']),
    ...(keys ? [] : pack.keys.map(({ id, key }) => `${id}:${key}`)),
    ...(heads.length > 0 ? [`It was compared with ${heads.length} signed summaries that you kept.`] : []),
    ...(pdf ? ['The PDF is the one that was made with it.'] : []),
    ...(files.length > 0 ? [`${found.length} of ${files.length} files are documents of the pack.`] : []),
    ...(hidden > 0 ? [`${hidden} entries have a tax ID and are there with their hash only.`] : []),
    'This can’t show whether what was entered is true, or whether something was never recorded.',
  ]
}

/** @param text the JSON file */
export const verifyEvidence = async (text: string, given: CheckWith = {}): Promise<Checked> => {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return { problems: ['The file isn’t JSON.'], notes: [] }
  }
  const parsed = evidence.safeParse(json)
  if (!parsed.success) {
    const where = parsed.error.issues
      .slice(0, 5)
      .map(({ path, message }) => `${path.join('.') || 'The pack'}: ${message}`)
    return { problems: ['The file isn’t an evidence pack, or a part of it is missing.', ...where], notes: [] }
  }
  // As it is in the file, because the parts that the format doesn’t know would otherwise be left out of the hashes.
  const pack = json as Evidence
  const keys = given.keys ?? pack.keys.map(({ id, key }) => `${id}:${key}`).join(',')
  const verify = await verifierOf(keys).catch(() => null)
  if (!verify) return { problems: ['A key can’t be read.'], notes: [] }
  const problems = [
    ...partProblems(pack),
    ...(await signatureProblems(pack, verify)),
    ...historyProblems(pack),
    ...(await chainProblems(pack, verify, given.heads ?? [])),
    ...ledgerProblems(pack),
    ...contentProblems(pack),
    ...fileProblems(pack, given),
  ]
  return { problems, notes: problems.length > 0 ? [] : [...notesOf(pack, given), `Digest: ${digestOf(pack)}`] }
}
