import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { id, instant, requiredText } from '../../shared/values.ts'
import { ENTRY_KINDS } from './entries.ts'
import { DRIFT_KINDS, ENTRY_STATES } from './values.ts'

/** What Outlay wrote into the accounting system: what failed, and what was changed there since. */

const written = z.object({
  id: z.string(),
  kind: z.enum(ENTRY_KINDS),
  /** The object's number or name. */
  number: z.string().nullable(),
  /** Where people see it in Outlay, and in the accounting system. */
  page: z.string().nullable(),
  url: z.string().nullable(),
})

export const failedEntry = written.extend({
  state: z.enum(ENTRY_STATES),
  /** In the system's words. */
  error: z.string(),
  advice: z.string().nullable(),
  failedAt: instant,
})
export type FailedEntry = z.infer<typeof failedEntry>

export const drift = written.extend({
  drift: z.enum(DRIFT_KINDS),
  /** What differs, each with what was sent and what is there. Empty if it was deleted. */
  differences: z.array(z.object({ what: z.string(), sent: z.string(), there: z.string() })),
  /** When it was changed there, or found to be. */
  since: z.string(),
})
export type Drift = z.infer<typeof drift>

/** As many of each are shown. */
export const MOST_SHOWN = 50

export const getDrifts = endpoint({
  id: 'erp-sync.drifts',
  method: 'GET',
  path: '/api/accounting/drifts',
  summary:
    'What Outlay wrote into the accounting system and was changed or deleted there, or failed. The newest 50 of each',
  response: z.object({
    /** When it was compared last. */
    comparedAt: instant.nullable(),
    isComparing: z.boolean(),
    /** Why comparing failed last. */
    error: z.string().nullable(),
    drifts: z.array(drift),
    failed: z.array(failedEntry),
  }),
})
export type Drifts = z.infer<typeof getDrifts.response>

export const compareEntries = endpoint({
  id: 'erp-sync.compare-entries',
  method: 'POST',
  path: '/api/accounting/drifts/compare',
  summary:
    'Compare what Outlay wrote with what is in the accounting system now. If that runs already, nothing else happens',
  response: z.object({ id: z.string() }),
})

const ofEntry = z.object({ entryId: id })

export const acceptDrift = endpoint({
  id: 'erp-sync.accept-drift',
  method: 'POST',
  path: '/api/accounting/entries/{entryId}/accept',
  summary: 'Accept what is in the accounting system now. Outlay leaves it so',
  params: ofEntry,
  body: z.object({ reason: requiredText(1000) }),
  response: z.object({ id: z.string() }),
})

export const sendEntryAgain = endpoint({
  id: 'erp-sync.send-entry-again',
  method: 'POST',
  path: '/api/accounting/entries/{entryId}/send',
  summary: 'Send an entry again that failed, or was changed or deleted in the accounting system',
  params: ofEntry,
  response: z.object({ id: z.string() }),
})
