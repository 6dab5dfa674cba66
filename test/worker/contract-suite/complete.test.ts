import { beforeAll, describe, expect, it } from 'vitest'
import { describedPaths } from '../../../worker/transport/openapi/document.ts'
import { expectSafeHeaders } from '../../support/worker/contract.ts'
import { codeOf, type TestDoor, testDoors } from '../../support/worker/doors.ts'
import { operationFixtures } from '../../support/worker/operation-facts.ts'
import { anonymous, type Client, makeCompany, signIn } from '../../support/worker/world.ts'

/** What the REST endpoints promise together. */

let admin: Client
beforeAll(async () => {
  const company = await makeCompany()
  admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
})

const rest = testDoors
  .filter((door) => door.kind === 'REST')
  .map((door) => ({ door, operation: door.operation, endpoint: door.endpoint as NonNullable<TestDoor['endpoint']> }))
const pathOf = describedPaths(rest)
const repeatOf = (door: TestDoor) => operationFixtures[door.operation.id]?.repeat

describe('the API reference', () => {
  it('the reference describes every endpoint, for machines and for people, with who may call it', async () => {
    const document = await anonymous.get('/api/openapi.json')
    const page = await anonymous.get('/api/reference')
    for (const answer of [document, page]) expectSafeHeaders(answer)
    for (const { door, endpoint } of rest) {
      const described = document.body.paths[pathOf(endpoint.path)]?.[endpoint.method.toLowerCase()]
      expect(described).toMatchObject({ operationId: endpoint.id, 'x-access': door.operation.access })
      expect(page.body).toContain(endpoint.path)
    }
  })
})

describe('an unknown address', () => {
  it('an unknown address answers any request with 404', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await admin.call(method, '/api/nothing-here')
      expect({ method, status: answer.status, code: codeOf(answer) }).toEqual({
        method,
        status: 404,
        code: 'NOT_FOUND',
      })
      expectSafeHeaders(answer)
    }
  })
})

describe('a repeated Idempotency-Key', () => {
  it('every command supports the key, unless its fixture says that each call is a new one', () => {
    const promised = testDoors.filter((door) => repeatOf(door) !== null).map((door) => door.operation)
    expect(promised.filter((operation) => operation.idempotency === 'none')).toEqual([])
    const others = testDoors.filter((door) => repeatOf(door) === null).map((door) => door.operation)
    expect(others.filter((operation) => operation.idempotency !== 'none').map((operation) => operation.id)).toEqual([])
  })
})
