import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ACCESS_FLAGS, COMPANY_FLAGS, type CompanyFlag } from '../../../schema/shared/permissions.ts'
import { AppError } from '../../../worker/core/errors.ts'
import { type AnyOperation, operations, requireAccess } from '../../../worker/core/operation.ts'
import { subject } from '../../support/policy-subject.ts'
import { mainCase } from '../../support/worker/contract.ts'
import { database } from '../../support/worker/database.ts'
import { codeOf, doorsOf } from '../../support/worker/doors.ts'
import { makeWorld, type World } from '../../support/worker/matrix-world.ts'
import { isAsked, operationFixtures } from '../../support/worker/operation-facts.ts'
import { refusedIn, WITHOUT } from './features-table.ts'

/** A column of the authorization matrix: someone who may do it, in a company that lacks the feature. */

type Caller = Parameters<typeof requireAccess>[1]

/** With every access there is. */
const isRefused = ({ access }: AnyOperation, off: readonly CompanyFlag[]): boolean => {
  const policy = subject([...ACCESS_FLAGS], { isInternalStaff: true }, [...off])
  try {
    requireAccess(access, { actor: { policy } } as Caller)
    return false
  } catch (error) {
    if (error instanceof AppError) return true
    throw error
  }
}
const ofStaff = operations().filter((operation) => !isRefused(operation, []))
const refusedWithout = (off: readonly CompanyFlag[]): string[] =>
  ofStaff
    .filter((operation) => isRefused(operation, off))
    .filter((operation) => off.length === 1 || off.every((flag) => !isRefused(operation, [flag])))
    .map(({ id }) => id)

describe('the table of features', () => {
  it.each(WITHOUT.map((row) => ({ ...row, without: row.features.join(' and ') })))(
    'a company without $without is refused exactly what the table says',
    (row) => {
      expect(refusedWithout(row.features).toSorted()).toEqual(refusedIn(row))
    },
  )

  it('a company without anything is refused nothing else', () => {
    const all = ofStaff.filter((operation) => isRefused(operation, COMPANY_FLAGS)).map(({ id }) => id)
    const known = new Set(WITHOUT.flatMap(refusedIn))
    expect(all.filter((id) => !known.has(id))).toEqual(NEED_ONE_OF_OTHERS)
  })
})

/** Allowed with any of several features that the table doesn't group. */
const NEED_ONE_OF_OTHERS: string[] = []

const byId = new Map(operations().map((operation) => [operation.id, operation]))
const calls = WITHOUT.flatMap((row) =>
  refusedIn(row)
    .filter(isAsked)
    .flatMap((id) => {
      const fixture = operationFixtures[id]
      const [door] = doorsOf(id)
      return fixture && door && byId.has(id)
        ? [{ id, features: row.features, without: row.features.join(' and '), fixture, door }]
        : []
    }),
)

describe.runIf(calls.length > 0)('a call in a company without the feature', () => {
  let world: World
  let flags: string
  const setFlags = (text: string) =>
    database.prepare('UPDATE companies SET flags = ? WHERE id = ?').bind(text, world.own.id).run()

  beforeAll(async () => {
    world = await makeWorld()
    const row = await database
      .prepare('SELECT flags FROM companies WHERE id = ?')
      .bind(world.own.id)
      .first<{ flags: string }>()
    flags = row?.flags ?? ''
  })
  afterEach(() => setFlags(flags))

  it.each(calls)(
    '$id is refused without $without to someone who may do it with it',
    async ({ features, fixture, door }) => {
      const { about, principal } = mainCase(fixture)
      const input = await about.input(world, principal)
      const client = world.as(principal)
      const off = Object.fromEntries(features.map((feature) => [feature, false]))
      await setFlags(JSON.stringify({ ...JSON.parse(flags), ...off }))
      expect(codeOf(await door.call(client, input))).toBe('FORBIDDEN')
    },
  )
})
