import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { THREAD_TARGETS } from '../../schema/documents/threads/endpoints.ts'
import { owned } from '../../schema/platform/members/owned-endpoints.ts'
import { SEARCHED } from '../../schema/platform/search/endpoints.ts'
import { KIND_NAMES, type Kind } from '../../schema/shared/kinds.ts'
import { allKinds, handOvers, kindsWith, type ObjectKind } from '../../worker/core/kinds/registry.ts'
import { readableRow } from '../../worker/core/kinds/rows.ts'
import '../../worker/kinds.ts'

/** What areas say about the kinds of objects that they own. */

/** Kinds that the specification names and no area has yet. */
const NOT_YET: Kind[] = []
/** Kinds with the rows of another: signing in is about the member, settings are the company's. */
const SAME_ROWS: Kind[] = ['SESSION']

const QUESTIONS: Record<keyof ObjectKind, true> = {
  kind: true,
  rows: true,
  history: true,
  search: true,
  threads: true,
  documents: true,
  handOver: true,
  waitingFor: true,
  copies: true,
}

const namesOf = (kinds: readonly { kind: Kind }[]): Kind[] => kinds.map(({ kind }) => kind).sort()

describe('kinds of objects', () => {
  it('an area has registered each kind', () => {
    expect(namesOf(allKinds())).toEqual(KIND_NAMES.filter((kind) => !NOT_YET.includes(kind)).sort())
  })

  it('each kind answers every question', () => {
    const silent = allKinds().flatMap((kind) =>
      (Object.keys(QUESTIONS) as (keyof ObjectKind)[])
        .filter((question) => kind[question] === undefined)
        .map((question) => `${kind.kind}: ${question}`),
    )
    expect(silent).toEqual([])
  })

  it('the kinds that the API names are those that registered for it', () => {
    expect(namesOf(kindsWith('threads'))).toEqual([...THREAD_TARGETS].sort())
    expect(
      kindsWith('search')
        .map(({ kind, search }) => [search.entry, kind])
        .sort(),
    ).toEqual(
      Object.entries(SEARCHED)
        .map(([entry, { kind }]) => [entry, kind])
        .sort(),
    )
    expect(
      handOvers()
        .flatMap(({ lists }) => Object.keys(lists))
        .sort(),
    ).toEqual(Object.keys(owned.shape).sort())
    expect(namesOf(kindsWith('documents'))).toEqual(['SERVICE', 'VENDOR'])
  })

  it('statements can read several kinds, because no two use the same alias', () => {
    const aliases = allKinds()
      .filter(({ kind }) => !SAME_ROWS.includes(kind))
      .map(({ rows }) => rows.from.split(' ').at(-1))
    // Those of the statements themselves.
    const used = ['a', 'c', 'e', 'i', 'k', 'm', 'o', 't', 'u', 'x', ...aliases]
    expect(used.filter((alias, at) => used.indexOf(alias) !== at)).toEqual([])
  })

  it('the rows of each kind can be read, and an unknown user reads none', async () => {
    for (const { rows } of allKinds()) {
      const sql = `SELECT ${rows.id} AS id, ${rows.name} AS name, ${rows.logName ?? rows.name} AS logName
        FROM ${rows.from} WHERE ${rows.id} = ?6 AND ${readableRow(rows)}`
      const { results } = await env.DB.prepare(sql).bind('nowhere', 'nobody', 0, '[]', '[]', 'nothing').all()
      expect(results).toEqual([])
    }
  })
})
