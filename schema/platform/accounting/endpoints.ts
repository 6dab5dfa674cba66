import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { currency } from '../../shared/money.ts'
import { SYNC_STATES, SYNC_TRIGGERS } from '../../shared/sync-runs.ts'
import { id, instant, requiredText } from '../../shared/values.ts'
import { BOOKS_SYSTEMS } from './books.ts'
import { actualsStep, CONNECTION_STATES } from './values.ts'

/** The company's accounting system: connecting it, the wizard's step, and reading it (specification 3 §4 and §7.2). */

export const connectionView = z.object({
  id: z.string(),
  system: z.enum(BOOKS_SYSTEMS),
  /** The company's name in its books. */
  name: z.string(),
  accountId: z.string(),
  currency,
  state: z.enum(CONNECTION_STATES),
  /** Why the system refuses the connection. */
  error: z.string().nullable(),
  /** The first day (calendar date) that is read. */
  readFrom: z.string(),
  connectedAt: instant,
  disconnectedAt: instant.nullable(),
})
export type ConnectionView = z.infer<typeof connectionView>

export const getAccounting = endpoint({
  id: 'erp-sync.accounting',
  method: 'GET',
  path: '/api/accounting',
  summary: 'The company’s accounting system, and what the wizard waits for',
  response: z.object({
    step: actualsStep,
    connection: connectionView.nullable(),
    /** Whether this installation can connect QuickBooks. */
    offersQuickbooks: z.boolean(),
    /** Whether it has classes, which are mapped to business units. */
    hasErpClassifications: z.boolean(),
  }),
})
export type Accounting = z.infer<typeof getAccounting.response>

export const setActualsStep = endpoint({
  id: 'erp-sync.set-step',
  method: 'PUT',
  path: '/api/accounting/step',
  summary: 'Go to a step of the wizard. SYNCING starts a run, and ends with it',
  body: z.object({ step: actualsStep.exclude(['LOGIN', 'COMPLETE']) }),
  response: z.object({ step: actualsStep }),
})

/** `realmId` is the account's id, as NetSuite shows it under Company Information (specification 3 §7.6). */
export const netsuiteToken = z.object({
  consumerKey: requiredText(200),
  consumerSecret: requiredText(200),
  token: requiredText(200),
  tokenSecret: requiredText(200),
  realmId: requiredText(60),
  /** Reads the books from their beginning, instead of the last two years. */
  triggerAllTimeSync: z.boolean().optional(),
})

export const connectNetsuite = endpoint({
  id: 'integrations.upsert-accounting-token',
  method: 'POST',
  path: '/api/accounting/netsuite',
  summary: 'Connect NetSuite, or give the connection new tokens',
  body: netsuiteToken,
  response: z.object({ id: z.string() }),
})

/** OAuth 2.0 with a certificate, which NetSuite wants instead of tokens from 2027.1 on. */
export const connectNetsuiteCertificate = endpoint({
  id: 'integrations.connect-netsuite-certificate',
  method: 'POST',
  path: '/api/accounting/netsuite/certificate',
  summary: 'Connect NetSuite with a certificate, or give the connection a new one',
  body: z.object({
    realmId: requiredText(60),
    clientId: requiredText(200),
    certificateId: requiredText(200),
    /** PKCS #8 in PEM, which belongs to the certificate that NetSuite has. */
    privateKey: requiredText(10_000),
    /** Reads the books from their beginning, instead of the last two years. */
    triggerAllTimeSync: z.boolean().optional(),
  }),
  response: z.object({ id: z.string() }),
})

export const beginQuickbooks = endpoint({
  id: 'integrations.begin-quickbooks',
  method: 'POST',
  path: '/api/accounting/quickbooks/begin',
  summary: 'The address at Intuit where the person allows access',
  response: z.object({ url: z.string() }),
})

export const connectQuickbooks = endpoint({
  id: 'integrations.connect-quickbooks',
  method: 'POST',
  path: '/api/accounting/quickbooks',
  summary: 'Connect the company that the person has chosen at Intuit',
  body: z.object({ code: requiredText(2000), state: requiredText(500), realmId: requiredText(30) }),
  response: z.object({ id: z.string() }),
})

export const connectCustom = endpoint({
  id: 'integrations.connect-custom',
  method: 'POST',
  path: '/api/accounting/custom',
  summary: 'Let the company’s own system push its books',
  body: z.object({ name: requiredText(120), currency }),
  response: z.object({ id: z.string() }),
})

export const disconnectAccounting = endpoint({
  id: 'integrations.delete-accounting',
  method: 'DELETE',
  path: '/api/accounting/{connectionId}',
  summary: 'Disconnect the accounting system. What was read stays',
  params: z.object({ connectionId: id }),
  response: z.object({ id: z.string() }),
})

export const SYNC_JOB_STATES = ['SYNCING', 'COMPLETE', 'ERROR'] as const

/** A run, as people follow it. */
export const syncJob = z.object({
  id: z.string(),
  status: z.enum(SYNC_JOB_STATES),
  /** The state in detail: a run may wait to be tried again. */
  state: z.enum(SYNC_STATES),
  trigger: z.enum(SYNC_TRIGGERS),
  /** What was read so far, by kind: how many, and of how many where the system says so. */
  counts: z.array(z.object({ what: z.string(), count: z.number().int(), total: z.number().int().nullable() })),
  /** What went wrong last, in words. Null once it went on. */
  error: z.string().nullable(),
  createdAt: instant,
  startedAt: instant.nullable(),
  finishedAt: instant.nullable(),
  retryAt: instant.nullable(),
})
export type SyncJob = z.infer<typeof syncJob>

export const createSyncJob = endpoint({
  id: 'erp-sync.create-sync-job',
  method: 'POST',
  path: '/api/create-sync-job',
  summary: 'Read the accounting system now. If a run is open, this answers with it',
  body: z.object({ full: z.boolean().optional() }),
  response: syncJob,
})

export const getSyncStatus = endpoint({
  id: 'erp-sync.get-sync-status',
  method: 'GET',
  path: '/api/get-sync-status',
  summary: 'The newest run, or null before the first one',
  response: syncJob.nullable(),
})
