import {
  type Evidence,
  type EvidenceParts,
  type Manifest,
  SECTION_NAMES,
  type SectionName,
} from '../../../../schema/approvals/evidence/pack.ts'
import { canonicalJson, sha256Hex } from '../../../core/hash.ts'

/** The hashes of a pack's parts: one for each item, so that a check can say which one differs. */

export const hashOf = (part: unknown): string => sha256Hex(canonicalJson(part))

export const manifestOf = (parts: EvidenceParts, pdf: Manifest['pdf']): Manifest => ({
  id: parts.id,
  subject: hashOf(parts.subject),
  made: hashOf(parts.made),
  names: hashOf(parts.names),
  chain: parts.chain.map(hashOf),
  sections: Object.fromEntries(SECTION_NAMES.map((name) => [name, parts.sections[name].map(hashOf)])) as Record<
    SectionName,
    string[]
  >,
  pdf,
  ...(parts.howToCheck && { howToCheck: hashOf(parts.howToCheck) }),
})

/** What people compare: printed in the PDF, which can't have its own hash in it. */
export const digestOf = (parts: EvidenceParts): string =>
  hashOf({ ...manifestOf(parts, { sha256: '', size: 0 }), pdf: null })

/** The signed text. Never change it, because old packs would no longer verify. */
export const signedEvidence = (
  signed: Manifest,
  { signedAt, keyId }: Pick<NonNullable<Evidence['signature']>, 'signedAt' | 'keyId'>,
): string => canonicalJson({ what: 'outlay-evidence', manifest: hashOf(signed), signedAt, keyId })
