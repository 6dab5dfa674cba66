import { amountRangeIn } from '../../../schema/shared/amount-range.ts'
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
