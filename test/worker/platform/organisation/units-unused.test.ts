import { beforeAll, expect, it } from 'vitest'
import type { CompanyFlag } from '../../../../schema/shared/permissions.ts'
import { fieldsOf } from '../../../support/worker/doors.ts'
import { run } from '../../../support/worker/sessions.ts'
import * as spend from '../../../support/worker/spend.ts'
import type { Answer } from '../../../support/worker/world.ts'

/** Business units and entities are modules: while one is off, no door takes a new one, and what has one keeps it. */

let scene: spend.SpendScene
let unit: Record<'businessUnit' | 'entity', string>
let other: Record<'businessUnit' | 'entity', string>
beforeAll(async () => {
  scene = await spend.makeSpendScene(['enableIntakeRequests', 'enableSpendRequests'])
  const add = async (name: string) => ({
    businessUnit: await scene.company.add('business_units', `${name} unit`),
    entity: await scene.company.add('entities', `${name} Inc.`),
  })
  unit = await add('First')
  other = await add('Other')
})

const turn = (flag: CompanyFlag, isOn: boolean) =>
  run(
    `UPDATE companies SET flags = json_set(flags, '$.${flag}', json(?2)) WHERE id = ?1`,
    ...[scene.company.id, String(isOn)],
  )
let serial = 0
const person = () => ({ email: `new-${++serial}-${scene.company.id}@people.test`, firstName: 'Nia', lastName: 'New' })

interface Door {
  flag: CompanyFlag
  kind: 'businessUnit' | 'entity'
  field: string
  words: string
  make(chosen: string | null): Promise<Answer>
  change(id: string, chosen: string): Promise<Answer>
}

const BUSINESS_UNITS = { flag: 'enableBusinessUnits', kind: 'businessUnit', words: 'business units' } as const
const ENTITIES = { flag: 'enableEntities', kind: 'entity', words: 'entities' } as const
const memberDoor = (of: typeof BUSINESS_UNITS | typeof ENTITIES, field: string): Door => ({
  ...{ ...of, words: `Your company doesn’t use ${of.words}`, field },
  make: (chosen) => scene.admin.post('/api/member/new', { ...person(), ...(chosen && { [field]: [chosen] }) }),
  change: (id, chosen) => scene.admin.post(`/api/member/${id}/update`, { [field]: [chosen] }),
})
const spendDoor = (of: typeof BUSINESS_UNITS | typeof ENTITIES, name: string): Door => {
  const bodyOf = (chosen: string | null) =>
    spend.bodyOf(scene, { lines: [spend.lineOf(scene, 500, chosen ? { [name]: chosen } : {})] })
  return {
    ...{ ...of, words: `Your company doesn’t use ${of.words}`, field: `lines.0.${name}` },
    make: (chosen) => scene.admin.post('/api/spend-requests', bodyOf(chosen)),
    change: (id, chosen) => scene.admin.call('PUT', `/api/spend-requests/${id}`, { body: bodyOf(chosen) }),
  }
}
const DOORS: Record<string, () => Door> = {
  'a member’s business units': () => memberDoor(BUSINESS_UNITS, 'businessUnitIds'),
  'a member’s entities': () => memberDoor(ENTITIES, 'entityIds'),
  'a line’s business unit': () => spendDoor(BUSINESS_UNITS, 'businessUnitId'),
  'a line’s entity': () => spendDoor(ENTITIES, 'entityId'),
  'a service’s business unit': () => {
    const body = (chosen: string | null) => ({
      ...{ name: `Plan ${++serial}`, vendorId: scene.vendorId, ...(chosen && { businessUnitId: chosen }) },
    })
    return {
      ...{ ...BUSINESS_UNITS, words: 'Your company doesn’t use business units', field: 'businessUnitId' },
      make: (chosen) => scene.admin.post('/api/services', body(chosen)),
      change: (id, chosen) => scene.admin.call('PUT', `/api/services/${id}`, { body: body(chosen) }),
    }
  },
}

it.each(Object.entries(DOORS))('%s can’t be chosen while the module is off, and stay', async (_, doorOf) => {
  const { flag, kind, field, words, make, change } = doorOf()
  const idOf = ({ status, body }: Answer): string => {
    expect(status, JSON.stringify(body)).toBe(200)
    return body.id
  }
  await turn(flag, true)
  const had = idOf(await make(unit[kind]))
  await turn(flag, false)
  const plain = idOf(await make(null))
  const refused = await make(unit[kind])
  expect([refused.status, fieldsOf(refused)]).toEqual([400, { [field]: words }])
  for (const answer of [await change(plain, unit[kind]), await change(had, other[kind])])
    expect([answer.status, fieldsOf(answer)]).toEqual([400, { [field]: words }])
  expect((await change(had, unit[kind])).status).toBe(200)
})

it('the form for members offers none of them', async () => {
  const asked = '{ memberForm { businessUnits { value } entities { value } } }'
  for (const isOn of [false, true]) {
    await turn('enableBusinessUnits', isOn)
    await turn('enableEntities', isOn)
    const { body } = await scene.admin.graphql(asked, {})
    const count = isOn ? 2 : 0
    expect(body.data, JSON.stringify(body)).toMatchObject({
      memberForm: { businessUnits: { length: count }, entities: { length: count } },
    })
  }
})
