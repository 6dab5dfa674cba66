import { NO_CONDITIONS } from '../../../schema/shared/conditions.ts'
import type { World } from './matrix-world.ts'
import { run } from './sessions.ts'

/** Objects that differ in little more than their ids, for each list that is made from a definition. */
export interface EqualRows {
  /** Each object's id, and its sort keys where they aren't the same for all. */
  rows: { id: string; keys?: Record<string, string> }[]
  /** A value of each filter that all of them pass, as in the list's address. */
  passing: Record<string, string>
}

const NUMBERS = [3, 1, 5, 2, 4]
const FIELD = {
  ...{ type: 'TEXT', description: '', isRequired: false, isMulti: false, showOnVendorDetails: false },
  ...{
    documentTypes: [],
    ordinal: 0,
    options: [],
    requireDepartmentApproverAssigneeSelection: false,
    ...NO_CONDITIONS,
  },
}

/** Custom fields of the company, one for each kind of object. */
const addFields = (world: World) =>
  run(
    `INSERT OR REPLACE INTO custom_form_fields (company_id, vendor_category_id, definition, version, updated_at) VALUES (?1, '', ?2, 1, 0)`,
    world.own.id,
    JSON.stringify({
      serviceFormFields: [{ id: 'region', label: 'Region', ...FIELD }],
      serviceItemFormFields: [{ id: 'plan', label: 'Plan', ...FIELD }],
      vendorFormFields: [{ id: 'tier', label: 'Tier', ...FIELD }],
    }),
  )

const made = async (world: World, path: string, bodies: object[]): Promise<string[]> => {
  const ids: string[] = []
  for (const body of bodies) {
    const answer = await world.as('admin').post(path, body)
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    ids.push(answer.body.id)
  }
  return ids
}

/** By the name of the list. */
export const EQUAL_ROWS: Record<string, (world: World) => Promise<EqualRows>> = {
  services: async (world) => {
    await addFields(world)
    const ownerId = world.people.member.userId
    const spendCategoryId = world.named['spend-category'] ?? ''
    const { vendorId, departmentId, businessUnitId } = world
    const period = { startDate: '2031-01-01', endDate: '2031-12-31', totalServicePeriodCost: 1, currency: 'USD' }
    const body = {
      ...{ name: 'Equal service', vendorId, ownerIds: [ownerId], departmentIds: [departmentId] },
      ...{ businessUnitId, spendCategoryId, servicePeriods: [period] },
    }
    const ids = await made(
      world,
      '/api/services',
      NUMBERS.map(() => body),
    )
    for (const [question, period] of [
      ['region', ''],
      ['plan', 'p'],
    ]) {
      await run(
        `INSERT INTO service_answer_values (company_id, question_id, value, service_id, period_id)
         SELECT ?1, ?2, 'one', value, ?3 FROM json_each(?4)`,
        ...[world.own.id, question, period, JSON.stringify(ids)],
      )
    }
    return {
      rows: ids.map((id) => ({ id })),
      passing: {
        ...{ search: 'equal', filter: 'ACTIVE', dateRange: '2031-02,2031-03' },
        ...{ vendorId, ownerId, departmentId, businessUnitId, spendCategoryId },
        ...{ serviceAnswerFilters: 'Region,one', servicePeriodAnswerFilters: 'Plan,one' },
      },
    }
  },
  vendors: async (world) => {
    await addFields(world)
    const ownerId = world.people.member.userId
    const vendorCategoryId = (await world.as('admin').post('/api/vendors/categories', { name: 'Equal' })).body.id
    const names = NUMBERS.map((number) => `Equal vendor ${number}`)
    const body = { owners: [ownerId], paymentMethod: 'ACH', vendorCategories: [{ vendorCategoryId }] }
    const ids = await made(
      world,
      '/api/vendors',
      names.map((name) => ({ ...body, name })),
    )
    const list = JSON.stringify(ids)
    await run('UPDATE vendors SET created_at = 1 WHERE id IN (SELECT value FROM json_each(?1))', list)
    await run(
      `INSERT INTO vendor_answer_values (company_id, question_id, value, vendor_id)
       SELECT ?1, 'tier', 'one', value FROM json_each(?2)`,
      ...[world.own.id, list],
    )
    return {
      rows: ids.map((id, place) => ({ id, keys: { name: names[place]?.toLowerCase() ?? '' } })),
      passing: {
        ...{ search: 'equal', filter: 'ALL', ownerId, vendorCategoryId, paymentMethod: 'ACH' },
        answerFilters: 'Tier,one',
      },
    }
  },
  members: async ({ own, groupId, departmentId, businessUnitId }) => {
    const people = await Promise.all(NUMBERS.map(() => own.addPerson({ name: 'Equal Person' })))
    for (const { userId } of people) {
      await own.addToGroup(groupId, userId)
      await own.addToDepartment(departmentId, userId)
      await own.addToBusinessUnit(businessUnitId, userId)
    }
    const ids = people.map(({ userId }) => userId)
    await run(
      'UPDATE company_memberships SET created_at = 1 WHERE user_id IN (SELECT value FROM json_each(?1))',
      JSON.stringify(ids),
    )
    return {
      rows: people.map(({ userId, email }) => ({ id: userId, keys: { email } })),
      passing: {
        ...{ inGroupId: groupId, inDepartmentId: departmentId, inBusinessUnitId: businessUnitId },
        ...{ notInGroupId: 'x', notInDepartmentId: 'x', notInBusinessUnitId: 'x' },
        ...{ enabled: 'true', userIds: ids.join(','), name: 'equal', email: '@people.test' },
      },
    }
  },
}
