import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { type AnyOperation, operations } from '../../worker/core/operation.ts'
import { inputWith, type Limit, limitsOf, placeOf, wordsOf } from '../support/worker/input-limits.ts'
import { LIMITS } from '../support/worker/operation-facts.ts'

/** How much each operation accepts: written down in a table, and refused beyond that. */

/** Longer than any text that someone writes. */
const ENDLESS = 100_001

const all = operations().map((operation) => ({ operation, limits: limitsOf(operation.input) }))
/** Ids and pages are limited by what all operations share. */
const isShared = ({ path, most }: Limit): boolean =>
  most === 64 || /(^|\.)(cursor|first|version|seenVersion)$/.test(path)

const sized = ({ kind }: Limit, size: number): unknown =>
  kind === 'text' ? 'x'.repeat(size) : kind === 'list' ? Array.from({ length: size }, () => 'x') : size

/** Whether the value is refused at its place, or at the union that contains it. */
const problemsAt = (operation: AnyOperation, limit: Limit, value: unknown): z.core.$ZodIssue[] => {
  const path = limit.kind === 'list' ? limit.path.slice(0, -2) : limit.path
  const place = placeOf(path)
  const { error } = (operation.input as z.ZodType).safeParse(inputWith(path, value, limit.given))
  return (error?.issues ?? []).filter((issue) => issue.path.every((step, i) => step === place[i]))
}
const places = (wrong: (operation: AnyOperation, limit: Limit) => boolean): string[] =>
  all.flatMap(({ operation, limits }) =>
    limits.filter((limit) => wrong(operation, limit)).map(({ path }) => `${operation.id} ${path}`),
  )

describe('what operations accept', () => {
  it('the limits of every operation are those of the table', () => {
    const found = all.map(({ operation, limits }) => [operation.id, wordsOf(limits.filter((each) => !isShared(each)))])
    expect(Object.fromEntries(found.filter(([, words]) => words))).toEqual(LIMITS)
  })

  it('one more than the limit is refused beside its field', () => {
    const accepted = places(
      (operation, limit) =>
        limit.most !== null && problemsAt(operation, limit, sized(limit, limit.most + 1)).length === 0,
    )
    expect(accepted).toEqual([])
  })

  it('the limit itself is not too much', () => {
    const refused = places(
      (operation, limit) =>
        limit.most !== null &&
        problemsAt(operation, limit, sized(limit, limit.most)).some(
          ({ code, path }) => code === 'too_big' && path.length === placeOf(limit.path.replace(/\[\]$/, '')).length,
        ),
    )
    expect(refused).toEqual([])
  })

  it('less than the least is refused beside its field', () => {
    const accepted = places(
      (operation, limit) => limit.least !== null && problemsAt(operation, limit, limit.least - 1).length === 0,
    )
    expect(accepted).toEqual([])
  })

  it('no operation accepts a text or a list without end', () => {
    const accepted = places(
      (operation, limit) =>
        limit.most === null &&
        limit.kind !== 'number' &&
        problemsAt(operation, limit, sized(limit, ENDLESS)).length === 0,
    )
    expect(accepted).toEqual([])
  })
})
