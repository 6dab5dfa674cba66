import { createBlockThread, createIntakeThread } from '../../../../../schema/requests/submissions/thread-endpoints.ts'
import { call } from '../../../../lib/rest.ts'
import type { Subject } from '../../../documents/threads/index.ts'
import { requestKeys } from '../api.ts'

/** What a discussion on the request's page is about: the request, or one of its answers or steps. */
export const subjectOf = (id: string, part: Subject['part'] = null): Subject => ({
  kind: 'INTAKE_SUBMISSION',
  id,
  queryKey: requestKeys.one(id),
  part,
  hint: 'Comments are visible to everyone on this request.',
  start: ({ body: commentBody, documentIds }, commandId) => {
    const body = { commentBody, documentIds }
    if (part?.type === 'BLOCK') return call(createBlockThread, { params: { id: part.id }, body, commandId })
    const about = part && { intakeSubmissionAnswerId: part.id }
    return call(createIntakeThread, { params: { id }, body: { ...body, ...about }, commandId })
  },
})
