import { useQuery } from '@tanstack/react-query'
import { type EvidenceKind, getEvidence, makeEvidence } from '../../../../schema/approvals/evidence/endpoints.ts'
import { call } from '../../../lib/rest.ts'

/** A pack takes a moment, so the dialog polls until it is there. */
const LOOK_AGAIN_MS = 1000

export const useEvidence = (id: string | null) =>
  useQuery({
    queryKey: ['evidence', id],
    queryFn: ({ signal }) => call(getEvidence, { params: { evidenceId: id ?? '' }, signal }),
    enabled: id !== null,
    refetchInterval: ({ state: { data } }) => (data?.status === 'PENDING' ? LOOK_AGAIN_MS : false),
  })

export const askForEvidence = (targetType: EvidenceKind, targetId: string, commandId: string) =>
  call(makeEvidence, { body: { targetType, targetId }, commandId })
