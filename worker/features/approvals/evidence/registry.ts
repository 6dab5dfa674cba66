import type { EvidenceKind } from '../../../../schema/approvals/evidence/endpoints.ts'
import type { Sections } from '../../../../schema/approvals/evidence/pack.ts'
import type { Database } from '../../../core/database.ts'

/** What areas add to the packs of their objects, beside approvals, documents and history, which all have. */
export interface EvidenceOf {
  /** SQL of its status, from the rows of its kind. */
  status: string
  /** SQL of ids of further documents, such as a bill's invoice. ?1 is the company, ?2 the object. */
  documents?: string
}

/** Reads an object's part, in its company. */
export type EvidencePart = (
  db: Pick<Database, 'all' | 'sql'>,
  companyId: string,
  id: string,
) => Promise<Partial<Sections>>

const kinds = new Map<EvidenceKind, EvidenceOf>()
const parts = new Map<EvidenceKind, EvidencePart[]>()

export const registerEvidence = (kind: EvidenceKind, of: EvidenceOf): void => {
  kinds.set(kind, of)
}

export const registerEvidencePart = (kind: EvidenceKind, part: EvidencePart): void => {
  parts.set(kind, [...(parts.get(kind) ?? []), part])
}

export const evidenceOf = (kind: EvidenceKind): EvidenceOf => {
  const of = kinds.get(kind)
  if (!of) throw new Error(`No area says what evidence of ${kind} is`)
  return of
}

export const evidenceParts = (kind: EvidenceKind): readonly EvidencePart[] => parts.get(kind) ?? []
