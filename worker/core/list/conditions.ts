import { amountRangeIn } from '../../../schema/shared/amount-range.ts'
import type { Wanted } from '../../../schema/shared/list-filters.ts'
import type { Params } from '../params.ts'
import type { Condition } from './rows.ts'

/** Conditions that filters of several lists share. */

/** The value of `column` is one of these. */
export const idsIn = (column: string, ids: readonly string[], bind: Params['bind']): string =>
  `${column} IN (SELECT value FROM json_each(${bind(JSON.stringify(ids))}))`

/** An amount within a range of amounts, in its currency. Null without a range. */
export const amountSo = (
  range: string | undefined,
  value: string,
  currency: string,
  bind: Params['bind'],
): Condition => {
  const asked = range ? amountRangeIn(range) : null
  if (!asked) return null
  const ends = [
    ...(asked.min === null ? [] : [`${value} >= ${bind(asked.min)}`]),
    ...(asked.max === null ? [] : [`${value} <= ${bind(asked.max)}`]),
  ]
  return [`${currency} = ${bind(asked.currency)}`, `${value} IS NOT NULL`, ...ends].join(' AND ')
}

/** Conditions that a column, null without a value, has one of the ids that are asked for and none of the others. */
export const isWanted = (column: string, wanted: Wanted, bind: Params['bind']): string[] => [
  ...(wanted.in.length > 0 ? [idsIn(`coalesce(${column}, '')`, wanted.in, bind)] : []),
  ...(wanted.notIn.length > 0 ? [`NOT ${idsIn(`coalesce(${column}, '')`, wanted.notIn, bind)}`] : []),
]

/**
 * The same of something that a row can have several of.
 * @param from SQL of what the row has, with a condition: "links k WHERE k.row = r.id"
 * @param id its id in there
 */
export const areWanted = (from: string, id: string, wanted: Wanted, bind: Params['bind']): string[] => {
  const some = (ids: readonly string[]): string => {
    const named = ids.filter((each) => each !== '')
    const parts = [
      ...(named.length > 0 ? [`EXISTS (SELECT 1 FROM ${from} AND ${idsIn(id, named, bind)})`] : []),
      ...(named.length < ids.length ? [`NOT EXISTS (SELECT 1 FROM ${from})`] : []),
    ]
    return `(${parts.join(' OR ')})`
  }
  return [
    ...(wanted.in.length > 0 ? [some(wanted.in)] : []),
    ...(wanted.notIn.length > 0 ? [`NOT ${some(wanted.notIn)}`] : []),
  ]
}
