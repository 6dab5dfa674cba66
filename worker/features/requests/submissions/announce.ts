import type { StaffContext } from '../../../core/operation.ts'
import { announce as announceSubject } from '../../approvals/blocks/index.ts'
import { requestSubject } from './subject.ts'

/** Tells open pages of a request that it has changed. */
export const announce = (context: StaffContext, submissionId: string): void =>
  announceSubject(context, { targetType: requestSubject.targetType, id: submissionId })
