import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { id, instant } from '../../shared/values.ts'

/** Evidence packs: everything that happened to one bill or request, as two files that can be checked elsewhere. */

export const EVIDENCE_KINDS = ['BILL', 'INTAKE_SUBMISSION', 'SPEND_REQUEST', 'PURCHASE_ORDER'] as const
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number]
export const isEvidenceKind = (kind: string): kind is EvidenceKind => EVIDENCE_KINDS.some((each) => each === kind)

export const EVIDENCE_STATUSES = ['PENDING', 'DONE', 'FAILED'] as const

/** How long the files are kept. */
export const EVIDENCE_MS = 60 * 60 * 1000

const file = z.object({
  /** Works for ten minutes, for the person who asked. */
  url: z.string(),
  name: z.string(),
  size: z.number().int(),
})

export const evidencePack = z.object({
  id: z.string(),
  targetType: z.enum(EVIDENCE_KINDS),
  targetId: z.string(),
  status: z.enum(EVIDENCE_STATUSES),
  createdAt: instant,
  /** When its files are deleted. */
  expiresAt: instant,
  /** What was signed. It is on each page of the PDF. */
  digest: z.string().nullable(),
  /** Null until it is done. */
  files: z.object({ pdf: file, json: file }).nullable(),
})
export type EvidencePack = z.infer<typeof evidencePack>

export const makeEvidence = endpoint({
  id: 'evidence.make',
  method: 'POST',
  path: '/api/evidence-packs',
  summary: 'Make an evidence pack of a bill, a request, a spend request or a purchase order',
  body: z.object({ targetType: z.enum(EVIDENCE_KINDS), targetId: id }),
  response: z.object({ id: z.string() }),
})

export const getEvidence = endpoint({
  id: 'evidence.get',
  method: 'GET',
  path: '/api/evidence-packs/{evidenceId}',
  summary: 'An evidence pack that the person asked for, with its files once they are made',
  params: z.object({ evidenceId: id }),
  response: evidencePack,
})
