import { exceptionOf, excessOf, isAbove } from '../../support/walk/limits.ts'
import { statementTable, table } from '../report.ts'
import type { Walked } from './walk.ts'

/** The report of the walk: each endpoint by its most expensive call, and every call above the limit. */

const DEAREST = 40

const nameOf = ({ company, principal, call }: Walked): string =>
  `${company}: ${call.door}${call.variant && ` ${call.variant}`} as ${principal}`

/** The most expensive call of each endpoint, most rows first. */
const dearest = (walked: readonly Walked[]): Walked[] => {
  const byDoor = Map.groupBy(walked, ({ company, call }) => `${company} ${call.door}`)
  return [...byDoor.values()]
    .map((calls) => calls.reduce((most, each) => (each.cost.rowsRead > most.cost.rowsRead ? each : most)))
    .toSorted((a, b) => b.cost.rowsRead - a.cost.rowsRead)
}

const costTable = (title: string, rows: readonly Walked[]): string =>
  table(
    [title, '', 'rows read', 'D1 trips', 'ms', 'bytes'],
    rows.map((each) => [
      nameOf(each),
      exceptionOf(each.call) === null ? '' : 'exception',
      each.cost.rowsRead.toLocaleString('en-US'),
      String(each.cost.roundTrips),
      each.milliseconds.toFixed(0),
      each.bytes.toLocaleString('en-US'),
    ]),
  )

export const walkTable = (walked: readonly Walked[]): string =>
  costTable('dearest call of each read', dearest(walked).slice(0, DEAREST))

/** Every call above the target, and then those that may be. */
export const aboveTable = (walked: readonly Walked[]): string => {
  const above = walked
    .filter(({ cost }) => isAbove(cost))
    .toSorted((a, b) => b.cost.rowsRead - a.cost.rowsRead || b.cost.roundTrips - a.cost.roundTrips)
  const isException = ({ call }: Walked) => exceptionOf(call) !== null
  const sorted = [...above.filter((each) => !isException(each)), ...above.filter(isException)]
  return sorted.length > 0 ? costTable('above the target', sorted) : 'No read is above the target.'
}

/** What the statements of each call above the target read. */
export const walkStatements = (walked: readonly Walked[]): string =>
  walked
    .filter(({ cost }) => isAbove(cost))
    .map((each) => `${nameOf(each)}\n${statementTable(each.cost)}\n`)
    .join('\n')

/** What only a provider answers, of whom the walk has none. The short walk of the suite has one. */
const OF_PROVIDERS = new Set(['GET /api/payments/financial-account-balance'])

/** Nothing is an answer, too: of accounting systems that were never read, for example. */
const ANSWERED = [200, 204]

/** Endpoints that answered no one, failed answers, and costs above the target. */
export const missedWalk = (walked: readonly Walked[]): string[] => {
  const answered = new Set(walked.filter(({ status }) => ANSWERED.includes(status)).map(({ call }) => call.door))
  const doors = new Set(walked.map(({ call }) => call.door))
  const silent = [...doors].filter((door) => !answered.has(door) && !OF_PROVIDERS.has(door))
  const failed = walked.filter(({ principal, call, status }) => {
    const may = principal === 'member' || principal === 'delegate' ? [...ANSWERED, 403, 404] : ANSWERED
    return !may.includes(status) && !OF_PROVIDERS.has(call.door)
  })
  return [
    ...silent.map((door) => `${door}: nobody is answered`),
    ...failed.map((each) => `${nameOf(each)}: answered ${each.status}`),
    ...walked.flatMap((each) => {
      const excess = excessOf(each.call, each.cost)
      return excess ? [`${nameOf(each)}: ${excess}`] : []
    }),
  ]
}
