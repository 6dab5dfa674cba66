import type { AlarmKind, AlarmSettings } from '../../../../../schema/platform/operations/alarms.ts'
import { envOfCell } from '../../../../core/cells.ts'
import { Database, type DatabaseCost } from '../../../../core/database.ts'
import { laneOf } from '../../../../core/outbox-registry.ts'
import { conditionOf, FAILING_SYNCS, failingSyncsSince } from '../../../../core/syncs.ts'
import type { Env } from '../../../../env.ts'
import { BROKEN_CHAINS } from '../../audit/index.ts'
import { GIVEN_UP_KINDS, OLDEST_DUE } from '../../company/index.ts'
import { ENDED_PARTS } from '../../directory/index.ts'
import { topicInWords } from '../topic-words.ts'

/** Something that needs an operator. */
export interface Condition {
  /** The same as long as it is the same thing. */
  about: string
  kind: AlarmKind
  cell: number
  text: string
}

type Limits = Pick<AlarmSettings, 'laneMinutes' | 'tickMinutes' | 'sizePercent'>

const MINUTE_MS = 60_000
/** What D1 holds in one database. */
const FULL_BYTES = 10 * 1024 ** 3
/** Fewer companies whose syncs with a system fail have troubles of their own, such as an access that ended. */
const MANY_COMPANIES = 3
const MOST_COUNTED = 500
const MOST_CHAINS = 20

const LANE_WORDS = new Map(
  Object.entries({
    mail: 'Emails',
    tasks: 'Tasks and calls',
    syncs: 'Syncs',
    imports: 'Imports',
    documents: 'Documents to read',
    answers: 'Answers',
  }),
)

const minutes = (ms: number): string => {
  const count = Math.floor(ms / MINUTE_MS)
  return count === 1 ? 'a minute' : `${count} minutes`
}

/** What is wrong in a cell. Never fails: a database that doesn't answer is one of the conditions. */
export const conditionsIn = async (
  { env, cost }: { env: Env; cost?: DatabaseCost },
  cell: number,
  limits: Limits,
  now: number,
): Promise<Condition[]> => {
  const inCell = (kind: AlarmKind, detail: string, text: string): Condition => ({
    about: [kind, detail, cell].filter((part) => part !== '').join(' '),
    kind,
    cell,
    text,
  })
  try {
    const db = new Database(envOfCell(env, cell).DB, 'first-primary', cost)
    const [parts, due, kinds, chains, syncs] = await db.readBatch([
      db.sql(ENDED_PARTS),
      db.sql(OLDEST_DUE),
      db.sql(GIVEN_UP_KINDS, MOST_COUNTED),
      db.sql(BROKEN_CHAINS, MOST_CHAINS),
      db.sql(FAILING_SYNCS, ...failingSyncsSince(now)),
    ])
    const bytes = parts.meta.size_after ?? 0
    const percent = Math.floor((bytes / FULL_BYTES) * 100)
    const lanes = Map.groupBy(
      due.results.filter(({ dueAt }) => now - dueAt > limits.laneMinutes * MINUTE_MS),
      ({ topic }) => laneOf(topic).name,
    )
    return [
      ...parts.results
        .filter(({ endedAt }) => now - endedAt > limits.tickMinutes * MINUTE_MS)
        .map(({ part, endedAt }) =>
          inCell(
            'TICK',
            part,
            `The regular work ${part} of database ${cell} last ended ${minutes(now - endedAt)} ago.`,
          ),
        ),
      ...[...lanes].map(([lane, rows]) => {
        const since = Math.min(...rows.map(({ dueAt }) => dueAt))
        return inCell(
          'LANE',
          lane,
          `${LANE_WORDS.get(lane) ?? lane} of database ${cell} wait for ${minutes(now - since)}.`,
        )
      }),
      ...(kinds.results.length > 0
        ? [
            inCell(
              'GIVEN_UP',
              '',
              `Given up in database ${cell}: ${kinds.results
                .map(({ topic, count }) => `${topicInWords(topic)} (${count})`)
                .join(', ')}.`,
            ),
          ]
        : []),
      ...chains.results.map(({ companyId, problem }) =>
        inCell('CHAIN', companyId, `The audit chain of company ${companyId} is broken: ${problem ?? ''}`),
      ),
      ...(percent >= limits.sizePercent ? [inCell('SIZE', '', `Database ${cell} is ${percent} percent full.`)] : []),
      ...[...Map.groupBy(syncs.results, ({ provider }) => provider)].flatMap(([provider, runs]) => {
        const companies = new Set(runs.map(({ companyId }) => companyId))
        const isOurs = runs.some((run) => run.companyId === '' || conditionOf(run) === 'STUCK')
        if (!isOurs && companies.size < MANY_COMPANIES) return []
        const example = runs.find(({ error }) => error !== null)?.error ?? 'They don’t end.'
        return [inCell('PROVIDER', provider, `Syncs with ${provider} fail in database ${cell}: ${example}`)]
      }),
    ]
  } catch {
    return [inCell('CELL', '', `Database ${cell} doesn’t answer.`)]
  }
}
