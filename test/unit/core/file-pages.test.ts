import { describe, expect, it } from 'vitest'
import { filePages } from '../../../worker/core/list/file-pages.ts'

/** How a list is read for its file: in few pages, none of them too long for memory. */

const readAll = async (rows: number, textOf: (row: number) => string) => {
  const sizes: number[] = []
  const bytes: number[] = []
  const seen: number[] = []
  const { pages } = await filePages(async ({ cursor, first }) => {
    const from = Number(cursor ?? 0)
    const nodes = Array.from({ length: Math.min(first, rows - from) }, (_, at) => ({
      row: from + at,
      text: textOf(from + at),
    }))
    sizes.push(nodes.length)
    bytes.push(JSON.stringify(nodes).length)
    const end = from + nodes.length
    return {
      edges: nodes.map((node) => ({ cursor: String(node.row), node })),
      pageInfo: { hasNextPage: end < rows, startCursor: null, endCursor: String(end) },
    }
  })
  for await (const { edges } of pages) seen.push(...edges.map(({ node }) => node.row))
  return { sizes, bytes, seen }
}

describe('the pages of a file', () => {
  it('100,000 rows are read with fewer than 100 queries, each row once and in order', async () => {
    const { sizes, seen } = await readAll(100_000, () => 'x'.repeat(300))
    expect(sizes).toHaveLength(51)
    expect(sizes.slice(0, 3)).toEqual([200, 2_000, 2_000])
    expect(seen).toEqual(Array.from({ length: 100_000 }, (_, row) => row))
  })

  it('rows that are long are read in smaller pages', async () => {
    const { sizes, bytes } = await readAll(2_000, () => 'x'.repeat(20_000))
    expect(Math.max(...bytes)).toBeLessThan(4_100_000)
    expect(sizes.slice(1, 3)).toEqual([149, 149])
  })

  it('rows that become long within a file shorten its pages again', async () => {
    const { sizes } = await readAll(6_000, (row) => 'x'.repeat(row < 2_200 ? 100 : 10_000))
    expect(sizes.slice(0, 4)).toEqual([200, 2_000, 2_000, 298])
  })

  it('a list without rows is one page', async () => {
    expect((await readAll(0, () => '')).sizes).toEqual([0])
  })
})
