import { beforeAll, describe, expect, it } from 'vitest'
import '../../worker/app.tsx'
import type { AnyFilter, Filters } from '../../schema/shared/list-filters.ts'
import { lists } from '../../worker/core/list/operations.ts'
import { ALWAYS_ASKED, EQUAL_ROWS, type EqualRows } from '../support/worker/equal-rows.ts'
import { makeWorld, type World } from '../support/worker/matrix-world.ts'
import { expectNoScan, planOf, type Statement, sortsOf, statementsOf } from '../support/worker/query-plans.ts'

/**
 * What each list promises that is made from a definition: no filter and no order reads a whole table, each order is
 * read from an index, and a list keeps its order among equal keys, whatever filters it and wherever a page ends.
 */

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

const DIRECTIONS = ['ASC', 'DESC'] as const
/** SQLite reads an index in both directions alike, so each order is asked with half of the filters in each. */
const halfOf = <T>(all: T[], dir: (typeof DIRECTIONS)[number]): T[] =>
  all.filter((_, place) => place % 2 === DIRECTIONS.indexOf(dir))
/** The rows of the page, once selected in order, may be kept in order by their own sort. */
const OWN_SORTS = 1

/** A filter in an address. Several values of one parameter are separated by a comma. */
const parameter = (key: string, { kind }: Pick<AnyFilter, 'kind'>, value: string): string =>
  kind === 'pairs' || kind === 'list' || kind === 'lookups'
    ? value
        .split(',')
        .map((part) => `${key}[]=${encodeURIComponent(part)}`)
        .join('&')
    : `${key}=${encodeURIComponent(value)}`

const orderBy = (by: string, dir: string): string => `orderBy[by][]=${by}&orderBy[dir][]=${dir}`

const VALUES: Record<AnyFilter['kind'], string[]> = {
  search: ['e', 'equal'],
  choice: [],
  lookup: ['x'],
  months: ['2026-01,2026-12'],
  days: ['2026-01-31'],
  lastDay: ['2026-01-31'],
  pairs: [],
  list: ['x,y'],
  lookups: ['x', 'x,y'],
  amount: ['USD,1,100', 'EUR,,'],
}
const valuesOf = ({ kind, options = [] }: AnyFilter): string[] => [
  ...VALUES[kind],
  ...options.map(({ value }) => value),
]

it('every list is asked for its order', () => {
  expect(
    lists()
      .map(({ list }) => list.name)
      .sort(),
  ).toEqual(Object.keys(EQUAL_ROWS).sort())
})

describe.each(lists().map(({ list, rows }) => ({ name: list.name, list, rows })))(
  'the list of $name',
  ({ name, list, rows }) => {
    const { filter }: Filters = list.filters
    /** Archived ones too, where the list has them. */
    const all = filter?.options?.some(({ value }) => value === 'ALL') ? '&filter=ALL' : ''
    const orders = list.sorts.flatMap((by: string) => DIRECTIONS.map((dir) => ({ by, dir })))
    const filters = Object.entries(list.filters) as [string, AnyFilter][]
    /** Answers are asked for by labels that there are. */
    const filtered = filters.flatMap(([key, each]): { key: string; each: AnyFilter; value: string | null }[] =>
      each.kind === 'pairs' ? [{ key, each, value: null }] : valuesOf(each).map((value) => ({ key, each, value })),
    )
    const always = ALWAYS_ASKED[name] ?? ''
    let equal: EqualRows
    beforeAll(async () => {
      const make = EQUAL_ROWS[name]
      if (!make) throw new Error(`No equal rows of ${name}`)
      equal = await make(world)
    })

    /** The statements of a page and the next one. */
    const pagesOf = async (query: string): Promise<Statement[]> => {
      let cursor = ''
      const read = (more: string) =>
        statementsOf(async () => {
          const answer = await world.as('admin').get(`${list.list.path}?first=2${always}&${query}${more}`)
          expect(answer.status, query).toBe(200)
          cursor = answer.body.pageInfo.endCursor ?? ''
        })
      const first = await read('')
      return cursor ? [...first, ...(await read(`&cursor=${cursor}`))] : first
    }

    it.each(orders)('by $by $dir no filter reads a whole table', async ({ by, dir }) => {
      for (const { key, each, value } of halfOf(filtered, dir)) {
        const query = parameter(key, each, value ?? equal.passing[key] ?? '')
        await expectNoScan(await pagesOf(`${orderBy(by, dir)}&${query}`))
      }
    })

    it.each(orders)('by $by $dir it is read from an index in order', async ({ by, dir }) => {
      const own = rows.own.from
      const { index } = rows.own.sorts[by] ?? {}
      const pages = (await pagesOf(`${orderBy(by, dir)}${all}`)).filter(
        ({ sql }) => sql.includes(`FROM ${own}`) && sql.includes('sortKey'),
      )
      expect(pages.length).toBeGreaterThan(0)
      for (const page of pages) {
        const plan = await planOf(page)
        expect(sortsOf(plan).length, plan.join('\n')).toBeLessThanOrEqual(OWN_SORTS)
        if (index) expect(plan.join('\n')).toContain(index)
      }
    })

    /** The ids of the equal rows in the list, from pages of two. */
    const listed = async (query: string): Promise<string[]> => {
      const found: string[] = []
      let cursor = ''
      for (;;) {
        const { status, body } = await world.as('admin').get(`${list.list.path}?first=2${always}&${query}${cursor}`)
        expect(status, query).toBe(200)
        found.push(...body.edges.map(({ node }: { node: { id: string } }) => node.id))
        if (!body.pageInfo.hasNextPage) break
        cursor = `&cursor=${body.pageInfo.endCursor}`
      }
      const ids = new Set(equal.rows.map(({ id }) => id))
      return found.filter((id) => ids.has(id))
    }

    it.each(orders)('by $by $dir objects with equal keys are listed once each, by id', async ({ by, dir }) => {
      const expected = equal.rows
        .map(({ id, keys }) => `${keys?.[by] ?? ''} ${id}`)
        .sort()
        .map((key) => key.split(' ').at(-1))
      if (dir === 'DESC') expected.reverse()
      expect(await listed(orderBy(by, dir))).toEqual(expected)
      for (const [key, filter] of halfOf(filters, dir)) {
        const value = equal.passing[key]
        if (!value) throw new Error(`No value of ${key} that they pass`)
        const query = `${orderBy(by, dir)}&${parameter(key, filter, value)}`
        expect(await listed(query), query).toEqual(expected)
      }
    })
  },
)
