import type { Subject } from '../../../documents/threads/index.ts'
import { requestKeys } from '../api.ts'

/** What a discussion on the request's page is about: the request, or one of its answers or steps. */
export const subjectOf = (id: string, part: Subject['part'] = null): Subject => ({
  targetType: 'INTAKE_SUBMISSION',
  targetId: id,
  queryKey: requestKeys.one(id),
  part,
})
