import * as endpoints from '../../../../schema/money/bills/acting-endpoints.ts'
import { beyondDelegation } from '../../../core/actor.ts'
import { delegationHolds } from '../../../core/kinds/delegation-period.ts'
import type { KindThreads } from '../../../core/kinds/threads.ts'
import { command, inputOf } from '../../../core/operation.ts'
import { announce, requireReadableBlock } from '../../approvals/blocks/index.ts'
import { startThread } from '../../documents/threads/index.ts'
import { worksWithPayments } from './access.ts'

/** How people discuss a bill and its steps. ?1 company, ?2 bill, ?5 the day. */

const KIND = 'BILL'
const OF_BILL = `company_id = ?1 AND target_type = '${KIND}' AND target_id = ?2`

const INVOLVED = `
  SELECT requestor_user_id AS id, 'REQUESTER' AS role, 1 AS waits, 3 AS place FROM bills
   WHERE id = ?2 AND company_id = ?1
  UNION ALL SELECT created_by_user_id, 'REQUESTER', 0, 3 FROM bills WHERE id = ?2 AND company_id = ?1
  UNION ALL SELECT user_id, 'WATCHER', 0, 4 FROM request_participants WHERE ${OF_BILL} AND is_watcher = 1`

/** Like `READABLE` for the caller, but for the member `m`. */
const READERS = `
  ${worksWithPayments('m')}
  OR EXISTS (SELECT 1 FROM request_participants WHERE ${OF_BILL} AND user_id = m.user_id)
  OR EXISTS (SELECT 1 FROM bills s WHERE s.id = ?2 AND s.company_id = ?1
               AND m.user_id IN (s.requestor_user_id, s.created_by_user_id))
  OR EXISTS (SELECT 1 FROM delegate_approvers d
              CROSS JOIN request_participants q ON q.company_id = ?1 AND q.target_type = '${KIND}'
                AND q.target_id = ?2 AND q.user_id = d.user_id
              WHERE d.company_id = ?1 AND d.delegate_user_id = m.user_id
                AND ${delegationHolds('d', '?5')}
                AND NOT ${beyondDelegation('d', 'q')})`

export const DISCUSSION: KindThreads = {
  involved: INVOLVED,
  readers: READERS,
  blind: (name) => `${name} can’t see this bill. Add them as a watcher before you mention them.`,
  attachTo: ({ id }) => [[KIND, id]],
  parts: {
    labels: ({ db, actor }, id) => [
      db.sql(`SELECT id, label FROM level_group_statuses WHERE ${OF_BILL}`, actor.companyId, id),
    ],
    labelOf: ([blocks = []]) => {
      const labels = new Map(blocks.map((block) => [String(block.id), String(block.label)]))
      return ({ id }) => labels.get(id) ?? 'A removed step'
    },
    involved: async (context, { id }) => {
      const found = await requireReadableBlock(context, id).catch(() => null)
      if (!found) return null
      const { approvers, assignee, label } = found.block
      return { id, label, userIds: [...approvers, ...(assignee ? [assignee] : [])].map(({ userId }) => userId) }
    },
  },
  announce: (context, id) => announce(context, { targetType: KIND, id }),
}

export const createBillThread = command({
  id: 'bills.create-thread',
  access: 'bills.read',
  asAnother: 'ACTING',
  input: inputOf(endpoints.createBillThread),
  run: (context, { billId, ...thread }) => startThread(context, KIND, billId, thread),
})
