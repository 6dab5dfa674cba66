import type { TransactionFilters } from '../../../../schema/planning/transactions/endpoints.ts'
import type { RecodeSet } from '../../../../schema/planning/transactions/recode-endpoints.ts'
import * as endpoints from '../../../../schema/planning/transactions/recode-endpoints.ts'
import { MOST_CHOSEN, MOST_RECODED, type RecodeState } from '../../../../schema/planning/transactions/recode-values.ts'
import { commit } from '../../../core/commit.ts'
import { AppError, invalidField, notFound, staleVersion } from '../../../core/errors.ts'
import { command, inputOf, type StaffContext } from '../../../core/operation.ts'
import { vendorSpendStatement } from '../actuals/index.ts'
import { scopeOf } from './access.ts'
import { lineAudit, wholeAudit } from './recode-audit.ts'
import { announceRecode, recodeRunStatements } from './recode-job.ts'
import { matchingStatements } from './recode-matching.ts'
import { afterOf, isSame, type Line, linesStatement, type Wanted } from './recode-plan.ts'
import { askedStatement, requireType, toAsked } from './recode-wanted.ts'
import { type Changed, madeStatement, writeStatements } from './recode-write.ts'

/**
 * Changing the vendor and the category of transactions. A few are changed at once, many by a job. What a person set on a
 * line stays, when the books are read or mapped again, until it is given back to the mapping.
 */

/** How often a change without a version is tried again. */
const TRIES = 4

interface NewRecode {
  id: string
  wanted: Wanted
  state: RecodeState
  total: number
  changed: number
}

const recodeStatement = (
  { db, actor, clock }: StaffContext,
  { id, wanted: { vendor, category }, state, total, changed }: NewRecode,
): D1PreparedStatement =>
  db.sql(
    `INSERT INTO transaction_recodes (id, company_id, made_by_user_id, made_at, state, vendor_how, vendor_id,
       category_how, category_id, total, done, changed) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[id, actor.companyId, actor.userId, clock.now(), state, vendor.how, vendor.id, category.how, category.id],
    ...[total, state === 'DONE' ? total : 0, changed],
  )

/** The rows of a change that is made at once, or [] if nothing changes. */
export const changeAtOnce = (context: StaffContext, wanted: Wanted, lines: readonly Line[]) => {
  const { db, actor } = context
  const changed: Changed[] = lines
    .map((line, at) => ({ line: { ...line, place: at + 1 }, after: afterOf(wanted, line) }))
    .filter(({ line, after }) => !isSame(line, after))
  if (changed.length === 0) return { recodeId: null, changed, statements: [] }
  const recodeId = context.newId()
  const rows = changed.map(({ line: { id, place } }) => ({ id, place }))
  return {
    recodeId,
    changed,
    statements: [
      ...writeStatements(context, actor.companyId, changed),
      recodeStatement(context, {
        ...{ id: recodeId, wanted, state: 'DONE' as const, total: lines.length, changed: changed.length },
      }),
      db.sql(
        `INSERT INTO transaction_recode_lines (company_id, recode_id, place, transaction_id)
         SELECT ?1, ?2, value ->> 'place', value ->> 'id' FROM json_each(?3)`,
        ...[actor.companyId, recodeId, JSON.stringify(rows)],
      ),
      madeStatement(context, actor.companyId, recodeId, changed),
    ],
  }
}

/** Names of vendors and categories, for the history. */
const namesStatement = ({ db, actor }: StaffContext, ids: readonly string[]): D1PreparedStatement =>
  db.sql(
    `SELECT j.value AS id, coalesce((SELECT name FROM vendors WHERE id = j.value AND company_id = ?1),
            (SELECT name FROM spend_categories WHERE id = j.value AND company_id = ?1),
            (SELECT name FROM revenue_categories WHERE id = j.value AND company_id = ?1), '') AS name
       FROM json_each(?2) j`,
    actor.companyId,
    JSON.stringify([...new Set(ids)]),
  )

export const readNames = async (
  context: StaffContext,
  changed: readonly Changed[],
): Promise<ReadonlyMap<string, string>> => {
  const ids = changed.flatMap(({ line, after }) =>
    [line.vendorId, line.categoryId, after.vendorId, after.categoryId].filter((id) => id !== null),
  )
  if (ids.length === 0) return new Map()
  const rows = await context.db.all<{ id: string; name: string }>(namesStatement(context, ids))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export const retried = async <T>(isVersioned: boolean, run: () => Promise<T>): Promise<T> => {
  for (let tried = 1; ; tried += 1) {
    try {
      return await run()
    } catch (error) {
      const isLate = error instanceof AppError && error.reason === 'STALE_VERSION'
      if (isVersioned || !isLate || tried === TRIES) throw error
    }
  }
}

const readLines = async (context: StaffContext, ids: readonly string[], given: RecodeSet) => {
  const [names, found] = await context.db.batch([
    askedStatement(context, given),
    linesStatement(context, scopeOf(context.actor), ids),
  ])
  const lines = (found?.results ?? []) as unknown as Line[]
  if (lines.length < ids.length) throw notFound(ids.length === 1 ? 'The transaction' : 'One of the transactions')
  const asked = toAsked(given, names?.results[0])
  requireType(asked, lines)
  return { asked, lines }
}

interface Commits<T> {
  wanted: Wanted
  lines: readonly Line[]
  subject: string
  result: (recodeId: string | null) => T
}

const commitAtOnce = async <T>(context: StaffContext, { wanted, lines, subject, result }: Commits<T>): Promise<T> => {
  const { recodeId, changed, statements } = changeAtOnce(context, wanted, lines)
  const names = await readNames(context, changed)
  return commit(context, {
    subject,
    statements: [...statements, vendorSpendStatement(context, context.actor.companyId)],
    audit: recodeId ? changed.map((each) => lineAudit(recodeId, 'recoded', each, names)) : [],
    result: result(recodeId),
  })
}

/** Throws NOT_FOUND, INVALID beside the wrong field, CONFLICT if the line changed since the given version. */
export const updateTransaction = command({
  id: endpoints.updateTransaction.id,
  access: 'financial-analysis.use',
  input: inputOf(endpoints.updateTransaction),
  run: (context, { transactionId, version, ...given }) =>
    retried(version !== undefined, async () => {
      const { asked, lines } = await readLines(context, [transactionId], given)
      if (version !== undefined && lines[0]?.version !== version) throw staleVersion('The transaction')
      return commitAtOnce(context, {
        ...{ wanted: asked.wanted, lines, subject: 'The transaction' },
        result: (recodeId) => ({ id: transactionId, recodeId }),
      })
    }),
})

const ofFilters = async (context: StaffContext, given: RecodeSet, filters: TransactionFilters) => {
  const { db, actor } = context
  const { count, ids, insert } = matchingStatements(context, filters)
  const [names, counted, few] = await db.batch([askedStatement(context, given), count, ids])
  const asked = toAsked(given, names?.results[0])
  requireType(asked, [filters])
  const total = Number(counted?.results[0]?.total ?? 0)
  if (total > MOST_RECODED)
    throw invalidField('filters', `At most ${MOST_RECODED.toLocaleString('en-US')} at once. Narrow the filters.`)
  if (total <= MOST_CHOSEN) return { asked, ids: (few?.results ?? []).map(({ id }) => String(id)) }
  const recodeId = context.newId()
  const { runId, statements } = recodeRunStatements(context, actor.companyId)
  const result = await commit(context, {
    subject: 'One of the transactions',
    statements: [
      recodeStatement(context, { id: recodeId, wanted: asked.wanted, state: 'RUNNING', total, changed: 0 }),
      ...insert(recodeId),
      ...statements,
    ],
    audit: [wholeAudit(actor.companyId, recodeId, 'started', asked, total)],
    result: { recodeId, state: 'RUNNING' as const, total },
  })
  announceRecode(context, runId)
  return { result }
}

/** Throws NOT_FOUND if the person doesn't see one of them, INVALID beside the wrong field. */
export const recodeTransactions = command({
  id: endpoints.recodeTransactions.id,
  access: 'financial-analysis.use',
  input: inputOf(endpoints.recodeTransactions),
  run: (context, { transactionIds, filters, ...given }) =>
    retried(false, async () => {
      if ((transactionIds === undefined) === (filters === undefined))
        throw invalidField('transactionIds', 'Choose transactions, or filters')
      const named = toAskedNothing(given)
      if (named) throw named
      const some = filters ? await ofFilters(context, given, filters) : null
      if (some && 'result' in some && some.result) return some.result
      const ids = [...new Set(some?.ids ?? transactionIds ?? [])]
      const { asked, lines } = await readLines(context, ids, given)
      return commitAtOnce(context, {
        ...{ wanted: asked.wanted, lines, subject: 'One of the transactions' },
        result: (recodeId) => ({ recodeId, state: 'DONE' as const, total: lines.length }),
      })
    }),
})

const toAskedNothing = ({
  vendorId,
  spendCategoryId,
  revenueCategoryId,
  fromMapping = [],
}: RecodeSet): AppError | null => {
  const isAsked =
    [vendorId, spendCategoryId, revenueCategoryId].some((id) => id !== undefined) || fromMapping.length > 0
  return isAsked ? null : invalidField('vendorId', 'Choose a vendor or a category')
}
