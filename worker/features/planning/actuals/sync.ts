import type { BooksSystem } from '../../../../schema/platform/accounting/books.ts'
import { BOOKS_SYNC } from '../../../../schema/platform/accounting/values.ts'
import type { Currency } from '../../../../schema/shared/money.ts'
import { readCompanyFlags } from '../../../../schema/shared/permissions.ts'
import { type BooksAccess, type BooksAdapter, type BooksPage, type BooksPart, booksOf } from '../../../core/books.ts'
import type { SystemContext } from '../../../core/operation.ts'
import { ProviderError } from '../../../core/provider-error.ts'
import type { Sync, SyncProgress, SyncStep } from '../../../core/syncs.ts'
import {
  accessTo,
  type Connection,
  compareStatements,
  connectedCompanies,
  readConnection,
  refusedStatement,
} from '../../platform/accounting/index.ts'
import { loadDayRates } from './day-rates.ts'
import { forgetStep } from './forget.ts'
import { last12Statement } from './last12.ts'
import { linkRunIfOn } from './linking/run.ts'
import { documentChanges, documentStatements, monthsOfPage } from './store-documents.ts'
import { objectChanges, objectStatements } from './store-objects.ts'
import { monthStatements } from './sum-months.ts'
import { type BookCursor, readCursor, withMonths } from './sync-cursor.ts'
import { vendorSpendStatement } from './vendor-spend.ts'

/**
 * Reads a company's books. A run reads everything once, then what has changed; each page is stored together with where
 * the next one begins, so that a run that is broken off goes on there. What a run doesn't see stays, unless the system
 * says that it was deleted.
 */

const DAY_MS = 24 * 60 * 60 * 1000
/** Changes are asked for from a little earlier, because the system's clock and ours differ. Reading twice is harmless. */
const OVERLAP_MS = 10 * 60 * 1000
/** Of months whose sums are renewed in one step. */
const MONTHS_AT_ONCE = 4

interface Company {
  companyId: string
  currency: Currency
  flags: string
}

interface Reading {
  context: SystemContext
  connection: Connection
  company: Company
  adapter: BooksAdapter
  access: BooksAccess
  run: SyncProgress
}

const iso = (at: number): string => new Date(at).toISOString()

const nounOf = (part: BooksPart): string =>
  'kind' in part ? part.kind.toLowerCase().replaceAll('_', '-') : part.documents.toLowerCase().replaceAll('_', '-')

const beginning = ({ context, connection }: Reading, before: BookCursor | null): BookCursor => {
  const startedAt = iso(context.clock.now())
  const { id: connectionId } = connection
  if (before?.phase !== 'DONE' || connection.isFullWanted)
    return { phase: 'FORGET', connectionId, startedAt, months: [] }
  const from = iso(Date.parse(before.startedAt) - OVERLAP_MS)
  return { phase: 'CHANGES', connectionId, from, page: null, startedAt, months: [] }
}

/** Stores a page. The cursor that follows is up to the caller. */
const storePage = async ({ context, connection, company }: Reading, page: BooksPage) => {
  const [rates, months] = [
    await loadDayRates(context, company, page.documents),
    await monthsOfPage(context, connection, page),
  ]
  return {
    months,
    rates,
    statements: [
      ...objectStatements(context, connection, page),
      ...documentStatements(context, connection, page, rates),
    ],
  }
}

const stepOfForget = async (
  { context, connection }: Reading,
  cursor: BookCursor & { phase: 'FORGET' },
): Promise<SyncStep> => {
  const step = await forgetStep(context, connection)
  if (step) return next({ ...cursor, months: withMonths(cursor.months, step.months) }, step.statements)
  return next({ ...cursor, phase: 'ALL', part: 0, page: null }, [])
}

const stepOfAll = async (reading: Reading, cursor: BookCursor & { phase: 'ALL' }): Promise<SyncStep> => {
  const { adapter, access, connection, context } = reading
  const part = adapter.parts[cursor.part]
  if (!part) {
    const cleared = context.db.sql('UPDATE erp_connections SET is_full_wanted = 0 WHERE id = ?', connection.id)
    const { connectionId, startedAt, months } = cursor
    return next({ phase: 'SUMS', connectionId, startedAt, months }, [cleared])
  }
  const page = await adapter.readAll(access, part, connection.readFrom, cursor.page)
  const { months, statements } = await storePage(reading, page)
  const noun = nounOf(part)
  return next(
    {
      ...cursor,
      ...(page.next === null ? { part: cursor.part + 1, page: null } : { page: page.next }),
      months: withMonths(cursor.months, months),
    },
    statements,
    {
      [noun]: page.objects.length + page.documents.length,
      // Said once, so that the sum of the steps is the total.
      ...(cursor.page === null && page.total !== null && { [`${noun}:total`]: page.total }),
    },
  )
}

const stepOfChanges = async (reading: Reading, cursor: BookCursor & { phase: 'CHANGES' }): Promise<SyncStep> => {
  const { adapter, access, connection, context } = reading
  const page = await adapter.readChanges(access, cursor.from, cursor.page)
  const { connectionId, startedAt } = cursor
  if (!page) return next({ phase: 'ALL', connectionId, part: 0, page: null, startedAt, months: cursor.months }, [])
  const { months, rates, statements } = await storePage(reading, page)
  // Systems say again what was said before, so that what they say isn't what has changed.
  const [objects, documents] = [
    await objectChanges(context, connection, page),
    await documentChanges(context, connection, page, rates),
  ]
  const all = withMonths(cursor.months, months)
  return next(
    page.next === null
      ? { phase: 'SUMS', connectionId, startedAt, months: all }
      : { ...cursor, page: page.next, months: all },
    statements,
    { changed: objects.changed + documents.changed, deleted: objects.deleted + documents.deleted },
  )
}

const stepOfSums = async (
  { context, connection, run }: Reading,
  cursor: BookCursor & { phase: 'SUMS' },
): Promise<SyncStep> => {
  const { companyId, id } = connection
  const now = cursor.months.slice(0, MONTHS_AT_ONCE)
  const statements = now.flatMap((month) => monthStatements(context, companyId, month))
  const left = cursor.months.slice(MONTHS_AT_ONCE)
  if (left.length > 0) return next({ ...cursor, months: left }, statements)
  const through = context.db.sql("UPDATE erp_connections SET step = 'COMPLETE' WHERE id = ? AND step = 'SYNCING'", id)
  return {
    ...next({ phase: 'DONE', connectionId: id, startedAt: cursor.startedAt }, [
      ...statements,
      last12Statement(context, companyId),
      vendorSpendStatement(context, companyId),
      through,
      ...(await linkRunIfOn(context, companyId)),
      // Every night, what was written there is compared too.
      ...(run.trigger === 'SCHEDULE'
        ? compareStatements(context, connection, { id: `${run.id}:compare`, trigger: 'SCHEDULE' })
        : []),
    ]),
    isDone: true,
  }
}

const next = (cursor: BookCursor, statements: D1PreparedStatement[], counts: SyncStep['counts'] = {}): SyncStep => ({
  statements,
  counts,
  cursor: JSON.stringify(cursor),
  isDone: false,
})

const openReading = async (context: SystemContext, run: SyncProgress): Promise<Reading> => {
  const { companyId } = run
  const { db } = context
  const connection = await readConnection(context, companyId)
  if (!connection) throw new ProviderError('The accounting system is no longer connected.', { isFinal: true })
  const company = await db.first<Company>(
    db.sql('SELECT id AS companyId, currency, flags FROM companies WHERE id = ?', companyId),
  )
  if (!company) throw new Error('A connection has a company')
  const access = await accessTo(context, connection, readCompanyFlags(company.flags).netsuiteSoapEnabled)
  return { context, connection, company, adapter: booksOf(connection.system), access, run }
}

const stepOf = async (context: SystemContext, run: SyncProgress): Promise<SyncStep> => {
  const reading = await openReading(context, run)
  const stored = readCursor(run.cursor)
  const known = stored?.connectionId === reading.connection.id ? stored : null
  const cursor = known && known.phase !== 'DONE' ? known : beginning(reading, known)
  try {
    if (cursor.phase === 'FORGET') return await stepOfForget(reading, cursor)
    if (cursor.phase === 'ALL') return await stepOfAll(reading, cursor)
    if (cursor.phase === 'CHANGES') return await stepOfChanges(reading, cursor)
    return cursor.phase === 'SUMS' ? await stepOfSums(reading, cursor) : next(cursor, [])
  } catch (error) {
    if (error instanceof ProviderError && error.reason === 'RECONNECT')
      await context.db.batch([refusedStatement(context, reading.connection, error.message)])
    throw error
  }
}

export const booksSync = (system: BooksSystem): Sync => ({
  provider: system,
  kind: BOOKS_SYNC,
  schedule: { everyMs: DAY_MS, companies: (context) => connectedCompanies(context, system) },
  step: stepOf,
})
