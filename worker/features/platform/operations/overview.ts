import * as endpoints from '../../../../schema/platform/operations/endpoints.ts'
import { companyCosts } from '../../../../schema/platform/operations/tables.ts'
import { utcDayOf } from '../../../../schema/shared/day-count.ts'
import { cellsOf, inCell } from '../../../core/cells.ts'
import { inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { laneOf } from '../../../core/outbox-registry.ts'
import { select, typed } from '../../../core/record.ts'
import { GIVEN_UP, OLDEST_DUE } from '../company/index.ts'
import { ENDED_PARTS, namesOfCompanies } from '../directory/index.ts'

/** The most effects of a cell, and companies, that are shown. */
const MOST_GIVEN_UP = 20
const MOST_COMPANIES = 20

const at = (instant: number): string => new Date(instant).toISOString()

const COST = select(companyCosts, 'k', ['companyId', 'calls', 'ms', 'rowsRead', 'rowsWritten'])
const COSTS = typed`SELECT ${COST} FROM company_costs k WHERE k.day = ? ORDER BY k.rows_read DESC, k.company_id LIMIT ?`

export const readOperations = query({
  id: 'super-admin.operations',
  access: 'platform.administer',
  input: inputOf(endpoints.getOperations),
  run: async (context): Promise<endpoints.OperationsState> => {
    const { directory, env, clock } = context
    const now = clock.now()
    const [costs, ...cells] = await Promise.all([
      directory.all(directory.sql(COSTS, utcDayOf(now), MOST_COMPANIES)),
      ...cellsOf(env).map((cell) => stateOf(context, cell)),
    ])
    const names = await namesOfCompanies(
      directory,
      costs.map(({ companyId }) => companyId),
    )
    return {
      checkedAt: at(now),
      cells,
      costs: costs.map(({ ms, ...cost }) => ({ ...cost, name: names.get(cost.companyId) ?? null, milliseconds: ms })),
    }
  },
})

/** A database that doesn't answer doesn't keep the others from being shown. */
const stateOf = async (context: StaffContext, cell: number): Promise<endpoints.CellState> => {
  try {
    const { db } = inCell(context, cell)
    const [parts, due, dead] = await db.readBatch([
      db.sql(ENDED_PARTS),
      db.sql(OLDEST_DUE),
      db.sql(GIVEN_UP, MOST_GIVEN_UP),
    ])
    const lanes = Map.groupBy(due.results, ({ topic }) => laneOf(topic).name)
    return {
      cell,
      isReached: true,
      bytes: parts.meta.size_after ?? null,
      parts: parts.results.map(({ part, endedAt }) => ({ part, endedAt: at(endedAt) })),
      lanes: [...lanes].flatMap(([lane, rows]) => {
        const [oldest] = rows.toSorted((a, b) => a.dueAt - b.dueAt)
        return oldest ? [{ lane, topic: oldest.topic, dueAt: at(oldest.dueAt) }] : []
      }),
      givenUp: dead.results.map(({ diedAt, ...row }) => ({ ...row, diedAt: at(diedAt ?? 0) })),
    }
  } catch (error) {
    context.log.error('cell.not-reached', { cell, error: String(error) })
    return { cell, isReached: false, bytes: null, parts: [], lanes: [], givenUp: [] }
  }
}
