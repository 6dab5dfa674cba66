import * as endpoints from '../../../../schema/platform/operations/endpoints.ts'
import { cellsOf, inCell } from '../../../core/cells.ts'
import { inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { laneOf } from '../../../core/outbox-registry.ts'
import { conditionOf, FAILING_SYNCS, failingSyncsSince } from '../../../core/syncs.ts'
import { BROKEN_CHAINS, UNVERIFIED_CHAINS } from '../audit/index.ts'
import { GIVEN_UP, GIVEN_UP_KINDS, OLDEST_DUE } from '../company/index.ts'
import { ENDED_PARTS, namesOfCompanies } from '../directory/index.ts'
import { refusalOf } from './given-up.ts'
import { topicInWords } from './topic-words.ts'

/** The most effects of a cell that are shown, and counted, and the most chains. */
const MOST_GIVEN_UP = 20
const MOST_COUNTED = 500
const MOST_CHAINS = 20

const at = (instant: number): string => new Date(instant).toISOString()

export const readOperations = query({
  id: 'super-admin.operations',
  access: 'platform.administer',
  input: inputOf(endpoints.getOperations),
  run: async (context, { firstCell }): Promise<endpoints.OperationsState> => {
    const { directory, env, clock } = context
    const all = cellsOf(env)
    const cells = await Promise.all(
      all.slice(firstCell, firstCell + endpoints.MOST_CELLS).map((cell) => stateOf(context, cell, clock.now())),
    )
    const named = cells.flatMap(({ givenUp, syncs, chains }) => [...givenUp, ...syncs, ...chains])
    const ids = [...new Set(named.map(({ companyId }) => companyId))]
    const names = ids.length > 0 ? await namesOfCompanies(directory, ids) : new Map<string, string>()
    const withName = <T extends { companyId: string }>(row: T) => ({
      ...row,
      companyName: names.get(row.companyId) ?? null,
    })
    return {
      checkedAt: at(clock.now()),
      cellCount: all.length,
      cells: cells.map((cell) => ({
        ...cell,
        givenUp: cell.givenUp.map(withName),
        syncs: cell.syncs.map(withName),
        chains: cell.chains.map(withName),
      })),
    }
  },
})

type Nameless<T> = T extends { companyName: string | null } ? Omit<T, 'companyName'> : T
/** Before the directory is asked for names. */
type OwnState = Omit<endpoints.CellState, 'givenUp' | 'syncs' | 'chains'> & {
  givenUp: Nameless<endpoints.GivenUpEffect>[]
  syncs: Nameless<endpoints.FailingSync>[]
  chains: Nameless<endpoints.ChainState>[]
}

const NOTHING = { bytes: null, parts: [], lanes: [], givenUp: [], givenUpKinds: [], syncs: [], chains: [] }

/** A database that doesn't answer doesn't keep the others from being shown. */
const stateOf = async (context: StaffContext, cell: number, now: number): Promise<OwnState> => {
  try {
    const { db } = inCell(context, cell)
    const [parts, due, dead, kinds, syncs, broken, unverified] = await db.readBatch([
      db.sql(ENDED_PARTS),
      db.sql(OLDEST_DUE),
      db.sql(GIVEN_UP, MOST_GIVEN_UP),
      db.sql(GIVEN_UP_KINDS, MOST_COUNTED),
      db.sql(FAILING_SYNCS, ...failingSyncsSince(now)),
      db.sql(BROKEN_CHAINS, MOST_CHAINS),
      db.sql(UNVERIFIED_CHAINS, MOST_CHAINS),
    ])
    const lanes = Map.groupBy(due.results, ({ topic }) => laneOf(topic).name)
    return {
      cell,
      isReached: true,
      bytes: parts.meta.size_after ?? null,
      parts: parts.results.map(({ part, endedAt }) => ({ part, endedAt: at(endedAt) })),
      lanes: [...lanes].flatMap(([lane, rows]) => {
        const [oldest] = rows.toSorted((a, b) => a.dueAt - b.dueAt)
        return oldest ? [{ lane, topic: oldest.topic, what: topicInWords(oldest.topic), dueAt: at(oldest.dueAt) }] : []
      }),
      givenUp: dead.results.map((effect) => ({
        id: effect.id,
        topic: effect.topic,
        what: topicInWords(effect.topic),
        companyId: effect.companyId,
        attempts: effect.attempts,
        diedAt: at(effect.diedAt ?? 0),
        error: effect.error?.replace(/^Error: /, '') ?? null,
        refusal: refusalOf(effect),
      })),
      givenUpKinds: kinds.results.map((kind) => ({ ...kind, what: topicInWords(kind.topic) })),
      syncs: syncs.results.map((run) => ({
        id: run.id,
        companyId: run.companyId,
        provider: run.provider,
        kind: run.kind,
        state: conditionOf(run),
        failures: run.failures,
        error: run.error,
        since: at(run.finishedAt ?? run.createdAt),
      })),
      chains: [...broken.results, ...unverified.results].map(({ checkedAt, ...chain }) => ({
        ...chain,
        checkedAt: checkedAt === null ? null : at(checkedAt),
      })),
    }
  } catch (error) {
    context.log.error('cell.not-reached', { cell, error: String(error) })
    return { ...NOTHING, cell, isReached: false }
  }
}
