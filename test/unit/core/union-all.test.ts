import { expect, it } from 'vitest'
import { unionAll } from '../../../worker/core/merged-walks.ts'

/** How many statements the longest part combines. */
const longest = (sql: string): number => {
  let depth = 0
  const terms = [1]
  let most = 1
  for (const [part] of sql.matchAll(/\(|\)|UNION ALL/g)) {
    if (part === '(') terms[++depth] = 1
    else if (part === ')') depth--
    else terms[depth] = (terms[depth] ?? 1) + 1
    most = Math.max(most, terms[depth] ?? 1)
  }
  return most
}

it('any number of statements becomes one that combines at most five at a time, each once and in order', () => {
  for (const count of [1, 2, 5, 6, 7, 25, 26, 40]) {
    const statements = Array.from({ length: count }, (_, n) => `SELECT ${n} AS n`)
    const sql = unionAll(statements)
    expect(longest(sql)).toBeLessThanOrEqual(5)
    expect([...sql.matchAll(/SELECT (\d+) AS n/g)].map(([, n]) => Number(n))).toEqual(statements.map((_, n) => n))
  }
})
