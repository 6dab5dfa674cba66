import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import '../../../worker/app.tsx'
import { BILL_OPTIONS } from '../../../schema/money/bills/form-endpoints.ts'
import type { Filters } from '../../../schema/shared/list-filters.ts'
import { ORDER_OPTIONS } from '../../../schema/spend/purchase-orders/endpoints.ts'
import { lists } from '../../../worker/core/list/operations.ts'
import { lookAtPart } from '../../../worker/core/looked-page.ts'
import { operations } from '../../../worker/core/operation.ts'
import { addErp } from '../../support/worker/bills.ts'
import { costOf } from '../../support/worker/contract.ts'
import { isRest, testDoors } from '../../support/worker/doors.ts'
import { ALWAYS_ASKED } from '../../support/worker/equal-rows.ts'
import { makeWorld, type World } from '../../support/worker/matrix-world.ts'

/**
 * Who looks for something by its name finds it on the first page, though only some of the names are read at a time.
 * As few as possible are read here, so that twenty names are many.
 */

const LAST = 'Zephyr Lumen'
const NAMES = [...Array.from({ length: 20 }, (_, place) => `Amber ${String(place).padStart(2, '0')}`), LAST]

let world: World

const made = async (path: string, body: object): Promise<void> => {
  const answer = await world.as('admin').post(path, body)
  if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
}

/** Objects of each kind that can be chosen, with these names. */
const addAll = async (): Promise<void> => {
  const { id } = world.own
  for (const name of NAMES) {
    for (const path of ['departments', 'locations', 'business-units', 'spend-categories', 'groups'])
      await made(`/api/${path}`, { name })
    await made('/api/vendors', { name, owners: [world.people.member.userId], paymentMethod: 'ACH' })
    await made('/api/vendors/categories', { name })
    await made('/api/services', { name, vendorId: world.vendorId, ownerIds: [world.people.member.userId] })
    await made('/api/intake-categories', { name })
    for (const kind of ['VENDOR', 'ACCOUNT', 'TAX_CODE', 'DEPARTMENT', 'CLASSIFICATION', 'LOCATION', 'ENTITY'])
      await addErp(id, kind, name, kind === 'ACCOUNT' ? { account_type: 'EXPENSE', classification: 'Expense' } : {})
    await addErp(id, 'CURRENCY', name, { number: name })
    const person = await world.own.addPerson({ name })
    await world.own.addToDepartment(world.departmentId, person.userId, true)
  }
  await made(
    '/api/entities',
    NAMES.map((name) => ({ name })),
  )
  const table = NAMES.map((name) => `Engineering\t${name}\tSoftware\t5`)
  await made('/api/plans/import', {
    ...{ name: 'Budget', description: '', startYearMonth: '2026-01', endYearMonth: '2026-01' },
    table: ['Department\tVendor\tCategory\tJan 2026', ...table].join('\n'),
  })
}

beforeAll(async () => {
  world = await makeWorld()
  await addAll()
  lookAtPart(0)
})
afterAll(() => lookAtPart(1))

/** Whatever the last part of an address can be. */
const KINDS: Record<string, readonly string[]> = {
  'bills.options': BILL_OPTIONS,
  'purchase-orders.options': ORDER_OPTIONS,
}
const choices = testDoors.filter(isRest).filter(({ operation }) => operation.untilFound)
const addresses = choices.flatMap(({ operation, endpoint: { path } }) => {
  const kinds = KINDS[operation.id]
  return kinds ? kinds.map((kind) => path.replace('{kind}', kind)) : [path]
})

it('whatever is chosen by name reads on until it is found', () => {
  const chosen = operations().filter(({ id, input }) => {
    const { cursor, ids, search } = input.shape ?? {}
    return cursor && search && (ids || id.startsWith('lookups.'))
  })
  expect(chosen.length).toBeGreaterThan(20)
  expect(chosen.filter(({ untilFound }) => !untilFound).map(({ id }) => id)).toEqual([])
})

describe.each(addresses)('%s', (address) => {
  it.each(['phy', 'hy'])('the first page has what %s finds', async (search) => {
    const { status, body } = await world
      .as('admin')
      .get(
        `${address}?first=1&search=${search}&departmentId=${address.includes('department-approver') ? world.departmentId : ''}`.replace(
          /&departmentId=$/,
          '',
        ),
      )
    expect(status, JSON.stringify(body)).toBe(200)
    expect(JSON.stringify(body.edges)).toContain(LAST)
  })
})

/** A search that nothing passes, and the narrowest filters. */
const NOTHING = 'qzx'

const searchesOf = ({ filters }: { filters: Filters }): string[] =>
  Object.entries(filters).flatMap(([key, { kind }]) => (kind === 'search' ? [key] : []))

describe.each(lists().flatMap(({ list }) => (searchesOf(list).length > 0 ? [list] : [])))('the list $name', (list) => {
  it.each(searchesOf(list))('reads on before it answers a short page for %s', async (key) => {
    const address = `${list.list.path}?first=1&${key}=${NOTHING}${ALWAYS_ASKED[list.name] ?? ''}`
    const answer = await world.as('admin').get(address)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    expect(answer.body.edges).toEqual([])
    if (answer.body.pageInfo.hasNextPage) expect(costOf(answer).trips).toBe(2)
  })
})
