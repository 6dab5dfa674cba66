import { describe, expect, it } from 'vitest'
import { type Access, type AnyOperation, operations } from '../../../worker/core/operation.ts'
import { isRefusedAsAnother } from '../../support/worker/acting.ts'
import { CLOSED_TO_KEYS } from '../../support/worker/facts/closed-to-keys.ts'
import { type Cell, expectedOf, toldWithoutSession } from '../../support/worker/matrix.ts'
import { cellsOf, isAlways, isMutation } from '../../support/worker/mutation-suite.ts'
import { operationFixtures } from '../../support/worker/operation-facts.ts'
import { refusedBy } from './callers.ts'
import { ASKED_BY_CALLS } from './representatives.ts'

/**
 * For every operation, without a call: with a looser rule, the matrix would be told something else in one of its cells.
 * That calls are told so is asked of some of each kind: see `accesses.test.ts`.
 */

/**
 * Neither acting as another member, nor a second factor that is owed, nor the place where keys are taken, nor what keys never
 * do decides about the caller.
 */
const isDecided = ({ door, principal }: Cell): boolean =>
  principal !== 'owing' &&
  !isRefusedAsAnother(door.operation, principal) &&
  (principal !== 'apiKey' || (!!door.endpoint?.path.startsWith('/api/') && !CLOSED_TO_KEYS.includes(door.operation.id)))

const decided = new Map(operations().map((operation) => [operation, cellsOf(operation).filter(isDecided)]))
const cellsFor = (operation: AnyOperation): Cell[] => decided.get(operation) ?? []

/** The operation itself refuses some whom its access lets through in the same words as its access refuses others. */
const repeats = (operation: AnyOperation, code: string | null): boolean =>
  cellsFor(operation).some((cell) => refusedBy(operation.access, cell.principal) === null && expectedOf(cell) === code)

/** What the call names is in another company, so the operation would find nothing: the contract suite asks that. */
const findsNothing = ({ fixture, principal }: Cell): boolean =>
  fixture.unknown !== null && /^(other(?!Owner)|off|platformStaff)/.test(principal)

const isNoticed = (operation: AnyOperation, looser: Access, cell: Cell): boolean => {
  const before = refusedBy(operation.access, cell.principal)
  const after = refusedBy(looser, cell.principal)
  if (before === after) return false
  if (after !== null) return expectedOf(cell) !== after
  return expectedOf(cell) === before && (!repeats(operation, before) || findsNothing(cell))
}

describe('the rules that are loosened', () => {
  it('every other operation declares exactly that rule', () => {
    const loosened = operations().flatMap(({ access }) =>
      (['public', 'staff.use'] satisfies Access[]).filter((other) => isMutation(other, access)),
    )
    const alike = operations().filter(({ access }) => access === 'public' || isAlways(access))
    expect(loosened).toHaveLength(2 * operations().length - alike.length)
  })

  it('who is refused by an access is refused by the matrix', () => {
    const wrong = operations().flatMap((operation) =>
      cellsFor(operation).flatMap((cell) => {
        const told = refusedBy(operation.access, cell.principal)
        if (told === null || told === expectedOf(cell)) return []
        return [`${cell.door.name} as ${cell.principal}: ${told} by ${operation.access}, not ${expectedOf(cell)}`]
      }),
    )
    expect(wrong).toEqual([])
  })
})

describe('every operation', () => {
  const guarded = operations().filter(({ access }) => access !== 'public')

  it('each operation whose table refuses a call without a session does so itself, before GraphQL or REST', async () => {
    const refusing = operations().filter(
      ({ id }) => operationFixtures[id]?.cases[0].outcomes.anonymous === 'UNAUTHENTICATED',
    )
    const told = await Promise.all(
      refusing.map(async (operation) => [operation.id, await toldWithoutSession(operation)]),
    )
    expect(told.filter(([, code]) => code !== 'UNAUTHENTICATED')).toEqual([])
    expect(guarded.filter((operation) => !refusing.includes(operation)).map(({ id }) => id)).toEqual([])
  })

  it('changing the rule of any operation to public is noticed', async () => {
    const unnoticed: string[] = []
    for (const operation of guarded) {
      const declared = operation.access
      operation.access = 'public'
      const told = await toldWithoutSession(operation).finally(() => {
        operation.access = declared
      })
      if (told === 'UNAUTHENTICATED') unnoticed.push(operation.id)
    }
    expect(unnoticed).toEqual([])
  })

  it('changing the rule of any operation to staff.use changes what the matrix is told', () => {
    const unnoticed = operations().filter(
      (operation) =>
        isMutation('staff.use', operation.access) &&
        !cellsFor(operation).some((cell) => isNoticed(operation, 'staff.use', cell)),
    )
    expect(unnoticed.map(({ id }) => id).toSorted()).toEqual(ASKED_BY_CALLS.toSorted())
  })
})
