import { z } from 'zod'
import { approverStatus, levelGroupStatus } from '../../approvals/engine/shown-blocks.ts'
import { waitingFor } from '../../requests/submissions/row-endpoints.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { listEndpoints, several, severalResults } from '../../shared/list.ts'
import { money } from '../../shared/money.ts'
import { instant, named, requestStatus, shownDate } from '../../shared/values.ts'
import { spendFilters } from './filters.ts'

/** The list of spend requests (specification 2 §2, §3 and §7): filters, saved views, its file, actions on several. */

export const SPEND_SORT_FIELDS = ['createdAt', 'estimatedCost', 'serviceStartDate'] as const

export const spendRequestRow = z.object({
  id: z.string(),
  /** "SR-12" */
  readableId: z.string(),
  /** The vendor and the beginning of the description. */
  displayName: z.string(),
  description: z.string(),
  status: requestStatus,
  archived: z.boolean(),
  /** 0 to 100. */
  progress: z.number().int(),
  /** The sum of its lines, in its own currency. */
  estimatedCost: money,
  /** In the company's currency at the recorded rate. Null without a rate. */
  companyCost: z.number().int().nullable(),
  /** For one month of its service period. */
  amortizedCost: money,
  vendor: named,
  requestor: named,
  categories: z.array(named),
  departments: z.array(named),
  businessUnits: z.array(named),
  serviceStartDate: shownDate,
  serviceEndDate: shownDate.nullable(),
  needsSigner: z.boolean(),
  waitingFor: z.array(waitingFor),
  approverStatuses: z.array(approverStatus),
  levelGroupStatuses: z.array(levelGroupStatus),
  approvedBy: z.array(named),
  rejectedBy: z.array(named),
  createdAt: instant,
  fullyReviewedAt: instant.nullable(),
  /** The first line. */
  lineId: z.string(),
  intakeSubmissionId: z.string().nullable(),
  lastAuditLogMessage: z.string(),
})
export type SpendRequestRow = z.infer<typeof spendRequestRow>

export const spendList = listEndpoints({
  name: 'spend-requests',
  path: '/api/spend-requests',
  noun: 'spend request',
  nouns: 'spend requests',
  summary: 'Spend requests the person can see, newest first',
  filters: spendFilters,
  amounts: 'Total',
  sorts: SPEND_SORT_FIELDS,
  groups: ['serviceStartDate'],
  node: spendRequestRow,
})
export type SpendListQuery = z.output<typeof spendList.query>

/** Counting with other filters than states stops here, because counting everything would read everything. */
export const MOST_COUNTED = 50

const ids = several('spend request')

export const archiveSpendRequests = endpoint({
  id: 'spend-requests.archive-several',
  method: 'POST',
  path: '/api/spend-requests/archive',
  summary: 'Archive or unarchive spend requests, with the result for each',
  body: z.object({ ids, archived: z.boolean(), message: z.string().trim().max(5000).optional() }),
  response: severalResults,
})

export const remindSpendRequests = endpoint({
  id: 'spend-requests.remind-several',
  method: 'POST',
  path: '/api/spend-requests/remind',
  summary: 'Remind everyone that spend requests are waiting for, with the result for each',
  body: z.object({ ids, note: z.string().trim().max(2000).optional() }),
  response: severalResults,
})
