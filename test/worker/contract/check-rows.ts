import { beforeAll, describe, expect, it } from 'vitest'
import { schema } from '../../../worker/graphql.ts'
import type { Answer } from '../../support/worker/world.ts'
import type { Things } from './ground.ts'
import { type Call, type Check, faultsOf, type Row, selectionOf } from './row.ts'
import { makeScene, type Scene } from './scene.ts'

/** Replaces names with the scene's objects, creating missing ones. */
const resolve = async (value: unknown, things: Things): Promise<unknown> => {
  if (typeof value === 'string') return value.startsWith('@') ? things.get(value.slice(1)) : value
  if (Array.isArray(value)) return Promise.all(value.map((one) => resolve(one, things)))
  if (typeof value !== 'object' || value === null) return value
  const entries: [string, unknown][] = []
  for (const [key, part] of Object.entries(value)) entries.push([key, await resolve(part, things)])
  return Object.fromEntries(entries)
}

const addressOf = (template: string, path: Record<string, unknown>, query: Record<string, unknown>): string => {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) params.append(name, String(one))
  }
  const address = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(path[name])))
  const text = params.toString()
  return text ? `${address}?${text}` : address
}

const documentOf = (call: string, args: Record<string, unknown>, selection: string): string => {
  const [kind, name = ''] = call.split(' ')
  const field = (kind === 'query' ? schema().getQueryType() : schema().getMutationType())?.getFields()[name]
  if (!field) throw new Error(`The schema has no ${call}`)
  const given = field.args.filter((arg) => arg.name in args)
  const unknown = Object.keys(args).filter((one) => !given.some((arg) => arg.name === one))
  if (unknown.length > 0) throw new Error(`${call} does not take ${unknown.join(', ')}`)
  const variables = given.map((arg) => `$${arg.name}: ${arg.type}`).join(', ')
  const passed = given.map((arg) => `${arg.name}: $${arg.name}`).join(', ')
  return `${kind}${variables && ` (${variables})`} { ${name}${passed && `(${passed})`}${selection} }`
}

const send = async (scene: Scene, things: Things, one: Call, selection: string): Promise<Answer> => {
  const client = scene.as(one.as ?? 'admin')
  const [method = '', template = ''] = one.call.split(' ')
  if (method === 'query' || method === 'mutation') {
    const args = (await resolve(one.args ?? {}, things)) as Record<string, unknown>
    const answer = await client.graphql(documentOf(one.call, args, selection), args)
    return { ...answer, body: answer.body.errors ? answer.body : answer.body.data?.[template] }
  }
  const path = (await resolve(one.path ?? {}, things)) as Record<string, unknown>
  const query = (await resolve(one.query ?? {}, things)) as Record<string, unknown>
  const body = await resolve(one.body, things)
  return client.call(method, addressOf(template, path, query), { body })
}

const expectGood = ({ status, body }: Answer): void => {
  expect(status < 300 && !body?.errors, `${status}: ${JSON.stringify(body)}`).toBe(true)
}

/** The requested part of an answer. Lists can have more entries. */
const partOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.length === 0 ? [] : expect.arrayContaining(value.map(partOf))
  if (typeof value !== 'object' || value === null) return value
  return expect.objectContaining(Object.fromEntries(Object.entries(value).map(([key, part]) => [key, partOf(part)])))
}

const expectEffect = async (scene: Scene, things: Things, check: Check): Promise<void> => {
  const answer = await send(scene, things, check, check.select ? ` ${check.select}` : '')
  if (check.status) {
    expect(answer.status).toBe(check.status)
    return
  }
  expectGood(answer)
  if (check.shows !== undefined) expect(answer.body).toEqual(partOf(await resolve(check.shows, things)))
  if (check.hides) expect(JSON.stringify(answer.body)).not.toContain(await resolve(check.hides, things))
}

/** One test per row. */
export const checkRows = (area: string, rows: Row[]): void => {
  describe(area, () => {
    let scene: Scene
    beforeAll(async () => {
      scene = await makeScene()
    })

    it.each(rows.map((row) => ({ name: row.call, row })))('$name answers as the contract says', async ({ row }) => {
      const things = scene.things()
      for (const name of row.given ?? []) await things.get(name.slice(1))
      const answer = await send(scene, things, row, selectionOf(row.answers ?? ''))
      expectGood(answer)
      if (row.answers) expect(faultsOf(answer.body, row.answers)).toEqual([])
      things.set('answer', answer.body?.id)
      for (const check of row.after ?? []) await expectEffect(scene, things, check)
    })
  })
}
