import { decideIntakeSubmission, undoIntakeDecision } from '../../../../schema/requests/endpoints.ts'
import { to } from '../../../lib/address.ts'
import { call } from '../../../lib/rest.ts'
import { late } from '../../../ui/settling/late.tsx'
import type { InboxSubject } from '../../approvals/inbox/index.ts'
import { requestKeyOf } from './subject-api.ts'

/** How the inbox shows requests and decides on them. */
export const REQUEST_IN_INBOX: InboxSubject = {
  noun: 'request',
  hrefOf: (id) => to('/intake-request/$intakeSubmissionId/{-$tab}', { intakeSubmissionId: id }),
  keyOf: requestKeyOf,
  decide: (id, body, commandId) => call(decideIntakeSubmission, { params: { id }, body, commandId }),
  undo: (id, sequence, commandId) => call(undoIntakeDecision, { params: { id }, body: { sequence }, commandId }),
  Detail: late(() => import('./details/inbox-detail.tsx').then((module) => module.RequestInInbox), 200),
}
