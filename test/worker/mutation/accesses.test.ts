import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Access, operations } from '../../../worker/core/operation.ts'
import { makeWorld, type World } from '../../support/worker/matrix-world.ts'
import { expectNoticed, isMutation } from '../../support/worker/mutation-suite.ts'
import { isAsked } from '../../support/worker/operation-facts.ts'
import { ASKED_BY_CALLS, REPRESENTATIVES } from './representatives.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
beforeEach(() => {
  // Operations without their rule fail without a session, and log that.
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

const loosened = (['public', 'staff.use'] satisfies Access[]).flatMap((access) =>
  operations()
    .filter(
      ({ id }) => isAsked(id) && (id in REPRESENTATIVES || (access === 'staff.use' && ASKED_BY_CALLS.includes(id))),
    )
    .filter((operation) => isMutation(access, operation.access))
    .map((operation) => ({ id: operation.id, declared: operation.access as Access, access, operation })),
)

describe.runIf(loosened.length > 0)('without an operation’s access rule', () => {
  it.each(loosened)('changing the rule of $id from $declared to $access is noticed by a call', async (mutation) => {
    await expectNoticed(world, mutation.operation, mutation.access)
  })
})

it('the operations that stand for a kind of access declare it', () => {
  const declared = operations().filter(({ id }) => id in REPRESENTATIVES)
  expect(Object.fromEntries(declared.map(({ id, access }) => [id, access]))).toEqual(REPRESENTATIVES)
})
