import { beforeAll, describe, expect, it } from 'vitest'
import '../../../../worker/app.tsx'
import { lists } from '../../../../worker/core/list/operations.ts'
import { ALWAYS_ASKED, EQUAL_ROWS } from '../../../support/worker/equal-rows.ts'
import { makeWorld, type World } from '../../../support/worker/matrix-world.ts'
import { rows, run } from '../../../support/worker/sessions.ts'

/**
 * Every list that is made from a definition and has several sort fields is sorted by two of them, in any directions: its
 * pages together have each object once, as one ORDER BY would.
 */

/** These show what they sort as something else, and have tests of their own. */
const ELSEWHERE = ['requests', 'vendors', 'services', 'members', 'bill-lines', 'documents', 'spend-requests']

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

const DIRECTIONS = [
  ['ASC', 'ASC'],
  ['ASC', 'DESC'],
  ['DESC', 'ASC'],
  ['DESC', 'DESC'],
] as const

const sorted = lists().filter(({ list }) => list.sorts.length > 1 && !ELSEWHERE.includes(list.name))

it('asks all lists with several fields', () => {
  expect(sorted.map(({ list }) => list.name).sort()).toEqual([
    'bill-payments',
    'bills',
    'plans',
    'purchase-orders',
    'sourcing-events',
  ])
})

describe.each(sorted.map(({ list, rows: definition }) => ({ name: list.name, list, own: definition.own as Own })))(
  'the list of $name',
  ({ name, list, own }) => {
    const [table = ''] = own.from.split(' ')
    const columnOf = (field: string): string => own.sorts[field]?.columns[0] ?? ''
    let ids: string[]

    /** Values that some of the rows share, and others don’t, a different mix for each column. */
    const vary = async (): Promise<void> => {
      for (const [place, field] of list.sorts.entries()) {
        const column = /^\w+\.(\w+)$/.exec(columnOf(field))?.[1]
        if (!column || own.sorts[field]?.isUnique) continue
        const mixed = `(unicode(substr(id, -1)) * ${[1, 5, 7, 3][place] ?? 1} + ${place}) % 3`
        await run(
          `UPDATE ${table} SET ${column} = CASE typeof(${column}) WHEN 'integer' THEN ${column} + ${mixed} * 1000
             ELSE substr(${column}, 1, length(${column}) - 1) || (1 + ${mixed}) END
            WHERE ${column} IS NOT NULL AND ${column} <> '' AND id IN (SELECT value FROM json_each(?))`,
          JSON.stringify(ids),
        )
      }
    }

    beforeAll(async () => {
      const made = EQUAL_ROWS[name]
      if (!made) throw new Error(`No equal rows of ${name}`)
      // Some lists have their rows once only.
      const more = await made(world).then((first) =>
        made(world).then(
          (second) => [first, second],
          () => [first],
        ),
      )
      ids = more.flatMap(({ rows: each }) => each.map(({ id }) => id))
      await vary()
    })

    const listed = async (query: string, first: number): Promise<string[]> => {
      const found: string[] = []
      for (let cursor = ''; ; ) {
        const always = ALWAYS_ASKED[name] ?? ''
        const { status, body } = await world
          .as('admin')
          .get(`${list.list.path}?first=${first}${always}&${query}${cursor}`)
        expect(status, JSON.stringify(body)).toBe(200)
        found.push(...body.edges.map(({ node }: { node: { id: string } }) => node.id))
        if (!body.pageInfo.hasNextPage) return found
        cursor = `&cursor=${encodeURIComponent(body.pageInfo.endCursor)}`
      }
    }

    const pairs = list.sorts.flatMap((one: string) =>
      list.sorts.filter((other: string) => other !== one).map((other: string) => [one, other] as const),
    )

    it.each(pairs)('by %s and %s', async (...by) => {
      for (const dir of DIRECTIONS) {
        const query = by.map((field, place) => `orderBy[by][]=${field}&orderBy[dir][]=${dir[place]}`).join('&')
        const found = await listed(query, 2)
        expect(new Set(found).size, dir.join()).toBe(found.length)
        expect(ids.filter((id) => !found.includes(id))).toEqual([])
        const order = [...by.map((field, place) => `${columnOf(field)} ${dir[place]}`), `${own.id} ${dir[1]}`]
        const plain = await rows<{ id: string }>(
          `SELECT ${own.id} AS id FROM ${own.from} WHERE ${own.id} IN (SELECT value FROM json_each(?)) ORDER BY ${order.join(', ')}`,
          JSON.stringify(found),
        )
        expect(found, dir.join()).toEqual(plain.map(({ id }) => id))
      }
    })
  },
)

interface Own {
  from: string
  id: string
  sorts: Record<string, { columns: readonly string[]; isUnique?: true }>
}
