import { z } from 'zod'
import type { AccountType, BookKind } from './books.ts'

/** Connections to accounting systems, and how their objects belong to the company's own (specification 3 §3 and §4). */

export const CONNECTION_STATES = ['CONNECTED', 'REFUSED', 'DISCONNECTED'] as const
export type ConnectionState = (typeof CONNECTION_STATES)[number]

/** The steps of the wizard, in their order (specification 3 §4). */
export const ACTUALS_STEPS = [
  'LOGIN',
  'DEPARTMENT_MAPPING',
  'LOCATION_MAPPING',
  'VENDOR_MAPPING',
  'EXPENSE_ACCOUNT_MAPPING',
  'REVENUE_ACCOUNT_MAPPING',
  'CLASSIFICATION_MAPPING',
  'SYNCING',
  'COMPLETE',
] as const
export const actualsStep = z.enum(ACTUALS_STEPS)
export type ActualsStep = (typeof ACTUALS_STEPS)[number]

/** Which lines of an account are tracked. The departments' filter of transactions has the same values. */
export const TRACKING_LEVELS = ['ALL_TRANSACTIONS', 'NONE', 'TRANSACTIONS_WITH_DEPARTMENT'] as const
export const trackingLevel = z.enum(TRACKING_LEVELS)
export type TrackingLevel = (typeof TRACKING_LEVELS)[number]

export const EXPENSE_ACCOUNT_TYPES = ['COGS', 'OPEX', 'OTHER_EXPENSE'] as const satisfies readonly AccountType[]
export const REVENUE_ACCOUNT_TYPES = ['REVENUE', 'OTHER_INCOME'] as const satisfies readonly AccountType[]

/** What is mapped, each on a page of its own. Accounts are two kinds there. */
export const MAPPED_KINDS = [
  'DEPARTMENT',
  'LOCATION',
  'VENDOR',
  'EXPENSE_ACCOUNT',
  'REVENUE_ACCOUNT',
  'CLASSIFICATION',
  'ENTITY',
] as const
export const mappedKind = z.enum(MAPPED_KINDS)
export type MappedKind = (typeof MAPPED_KINDS)[number]

/** The kind of object behind it. */
export const bookKindOf = (kind: MappedKind): BookKind =>
  kind === 'EXPENSE_ACCOUNT' || kind === 'REVENUE_ACCOUNT' ? 'ACCOUNT' : kind

/** What a run of a connection is called in the list of runs. */
export const BOOKS_SYNC = 'BOOKS'
/** Transactions are read from the first day of the month this long ago on. */
export const MONTHS_READ = 24

/** How sending an entry to the accounting system goes. After ERRORED a person sends it again. */
export const ENTRY_STATES = ['UNSYNCED', 'SENDING', 'SYNCED', 'ERRORED'] as const
export type EntryState = (typeof ENTRY_STATES)[number]

/** How what was sent differs from what is there now. */
export const DRIFT_KINDS = ['CHANGED', 'DELETED'] as const
export type DriftKind = (typeof DRIFT_KINDS)[number]

/** What a run is called that compares what was sent with what is there. */
export const DRIFT_SYNC = 'DRIFT'
