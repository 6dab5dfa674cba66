import { z } from 'zod'
import type { Thread } from '../../../../schema/documents/threads/endpoints.ts'
import type { Money } from '../../../../schema/shared/money.ts'
import { id as idOf, type Person } from '../../../../schema/shared/values.ts'
import * as endpoints from '../../../../schema/spend/spend-requests/acting-endpoints.ts'
import { beyondDelegation } from '../../../core/actor.ts'
import { notFound } from '../../../core/errors.ts'
import { delegationHolds } from '../../../core/kinds/delegation-period.ts'
import type { KindThreads } from '../../../core/kinds/threads.ts'
import { command, inputOf, query } from '../../../core/operation.ts'
import { announce, requireReadableBlock } from '../../approvals/blocks/index.ts'
import { startThread, threadsWith } from '../../documents/threads/index.ts'
import { FILE_COLUMNS, NAMES_COLUMN, namesOf, type SpendDbRow, toSpendRow } from './rows.ts'

/** How people discuss a spend request and its steps. ?1 company, ?2 spend request, ?5 the day. */

const KIND = 'SPEND_REQUEST'
const OF_REQUEST = `company_id = ?1 AND target_type = '${KIND}' AND target_id = ?2`

const INVOLVED = `
  SELECT requestor_user_id AS id, 'REQUESTER' AS role, 1 AS waits, 3 AS place FROM spend_requests
   WHERE id = ?2 AND company_id = ?1
  UNION ALL SELECT created_by_user_id, 'REQUESTER', 0, 3 FROM spend_requests WHERE id = ?2 AND company_id = ?1
  UNION ALL SELECT user_id, 'WATCHER', 0, 4 FROM request_participants WHERE ${OF_REQUEST} AND is_watcher = 1`

/** Like `READABLE` for the caller, but for the member `m`. */
const READERS = `
  m.has_admin_access = 1 OR m.has_super_viewer_access = 1
  OR EXISTS (SELECT 1 FROM request_participants WHERE ${OF_REQUEST} AND user_id = m.user_id)
  OR EXISTS (SELECT 1 FROM spend_requests s WHERE s.id = ?2 AND s.company_id = ?1
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
  blind: (name) => `${name} can’t see this spend request. Add them as a watcher before you mention them.`,
  attachTo: ({ id }) => [[KIND, id]],
  parts: {
    labels: ({ db, actor }, id) => [
      db.sql(`SELECT id, label FROM level_group_statuses WHERE ${OF_REQUEST}`, actor.companyId, id),
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

export const createSpendThread = command({
  id: 'spend-requests.create-thread',
  access: 'spend-requests.read',
  asAnother: 'ACTING',
  input: inputOf(endpoints.createSpendThread),
  run: (context, { spendRequestId, ...thread }) => startThread(context, KIND, spendRequestId, thread),
})

const MOST = 50

export interface SpendThread {
  thread: Thread
  spendRequestId: string
  /** What the spend request is about. Of several categories, the first one. */
  spendRequestDetails: {
    vendor: Named
    cost: Money
    requestor: Person
    createdAt: string
    category: Named | null
  }
}
interface Named {
  id: string
  name: string
}

export const readSpendThreads = query({
  id: 'spend-requests.threads',
  access: 'spend-requests.read',
  input: z.object({ spendRequestId: idOf }),
  run: async (context, { spendRequestId }): Promise<SpendThread[]> => {
    const { db, actor } = context
    const { threads, more } = await threadsWith(context, KIND, spendRequestId, { first: MOST }, [
      db.sql(
        `SELECT ${FILE_COLUMNS}, ${NAMES_COLUMN} FROM spend_requests s WHERE s.id = ? AND s.company_id = ?`,
        spendRequestId,
        actor.companyId,
      ),
    ])
    const row = more[0]?.[0] as (SpendDbRow & { names: string }) | undefined
    if (!row) throw notFound('The spend request')
    const names = namesOf(row.names)
    const { vendor, estimatedCost: cost, createdAt, categories, requestor } = toSpendRow(row, names)
    const nobody = { id: requestor.id, firstName: requestor.name, lastName: '', email: '' }
    const person = names.person(row.requestorUserId) ?? nobody
    const spendRequestDetails = { vendor, cost, createdAt, requestor: person, category: categories[0] ?? null }
    return threads.map((thread) => ({ thread, spendRequestId, spendRequestDetails }))
  },
})
