import * as endpoints from '../../../../schema/platform/organisation/endpoints.ts'
import type { Connection } from '../../../../schema/shared/paging.ts'
import { to } from '../../../lib/address.ts'
import { isApiError } from '../../../lib/errors.ts'
import { allPages, call } from '../../../lib/rest.ts'
import type { UnitKind, UnitRow, UnitValues, UnitWithMembers } from './api.ts'

/** A unit read by its id. Null if it was deleted. */
const unlessGone = <Row>(reading: Promise<Row>): Promise<Row | null> =>
  reading.catch((error) => {
    if (isApiError(error, 'NOT_FOUND')) return null
    throw error
  })

type MembersPage = UnitWithMembers & { membersCursor: string | null }

/** A unit with the members of all pages. */
const withAllMembers = async (
  read: (query: { cursor?: string | undefined }) => Promise<MembersPage>,
): Promise<UnitWithMembers> => {
  const unit = await read({})
  const companyMemberships = [...unit.companyMemberships]
  for (let cursor = unit.membersCursor; cursor; ) {
    const page = await read({ cursor })
    companyMemberships.push(...page.companyMemberships)
    cursor = page.membersCursor
  }
  return { ...unit, companyMemberships }
}

const PLAIN = {
  members: null,
  hasApprovers: false,
  fields: [],
  mappings: [],
} satisfies Partial<UnitKind>

export const GROUPS: UnitKind = {
  ...PLAIN,
  noun: 'group',
  plural: 'groups',
  title: 'Groups',
  purpose: 'People who approve or watch together. Workflows can name a group instead of individuals.',
  href: to('/settings/manage-groups'),
  auditTarget: 'GROUP',
  members: 'own',
  withoutPeople: 'If a workflow names a group without members, the request goes to admins.',
  created: endpoints.createGroup,
  calls: {
    list: ({ orderBy: _, ...query }, signal) => call(endpoints.listGroups, { query, signal }),
    current: (groupId) => unlessGone(call(endpoints.getGroup, { params: { groupId }, query: {} })),
    create: ({ name }, commandId) => call(endpoints.createGroup, { body: { name }, commandId }),
    update: (groupId, { name = '', version }, commandId) =>
      call(endpoints.renameGroup, { params: { groupId }, body: { name, version }, commandId }),
    remove: (groupId, commandId) => call(endpoints.deleteGroup, { params: { groupId }, commandId }),
    merge: (groupId, intoId, commandId) =>
      call(endpoints.mergeGroup, { params: { groupId }, body: { intoId }, commandId }),
  },
  page: {
    hrefOf: (groupId) => to('/settings/manage-groups/$groupId', { groupId }),
    read: (groupId, signal) =>
      withAllMembers((query) => call(endpoints.getGroup, { params: { groupId }, query, signal })),
    added: endpoints.addGroupMembers,
    addMembers: (groupId, { userIds }, commandId) =>
      call(endpoints.addGroupMembers, { params: { groupId }, body: { userIds }, commandId }),
    removeMember: (groupId, userId, commandId) =>
      call(endpoints.removeGroupMember, { params: { groupId, userId }, commandId }),
  },
}

export const DEPARTMENTS: UnitKind = {
  ...PLAIN,
  noun: 'department',
  plural: 'departments',
  title: 'Departments',
  purpose: 'Where spend belongs, and who approves the requests of each part of the company.',
  href: to('/settings/manage-departments'),
  auditTarget: 'DEPARTMENT',
  members: 'own',
  withoutPeople: 'Add the people of this department, and say who approves its requests.',
  hasApprovers: true,
  mappings: [{ name: 'erpDepartmentMappings', header: 'ERP departments' }],
  created: endpoints.createDepartment,
  calls: {
    list: ({ orderBy: _, ...query }, signal) => call(endpoints.listDepartments, { query, signal }),
    current: (departmentId) => unlessGone(call(endpoints.getDepartment, { params: { departmentId }, query: {} })),
    create: ({ name }, commandId) => call(endpoints.createDepartment, { body: { name }, commandId }),
    update: (departmentId, { name = '', version }, commandId) =>
      call(endpoints.renameDepartment, { params: { departmentId }, body: { name, version }, commandId }),
    remove: (departmentId, commandId) => call(endpoints.deleteDepartment, { params: { departmentId }, commandId }),
    merge: (departmentId, intoId, commandId) =>
      call(endpoints.mergeDepartment, { params: { departmentId }, body: { intoId }, commandId }),
  },
  page: {
    hrefOf: (departmentId) => to('/settings/manage-departments/$departmentId', { departmentId }),
    read: (departmentId, signal) =>
      withAllMembers((query) => call(endpoints.getDepartment, { params: { departmentId }, query, signal })),
    added: endpoints.addDepartmentMembers,
    addMembers: (departmentId, body, commandId) =>
      call(endpoints.addDepartmentMembers, { params: { departmentId }, body, commandId }),
    removeMember: (departmentId, userId, commandId) =>
      call(endpoints.removeDepartmentMember, { params: { departmentId, userId }, commandId }),
  },
  saveNames: (list, commandId) =>
    call(endpoints.renameDepartments, { body: { departments: list.map(withId) }, commandId }),
}

const withId = ({ id = '', ...unit }: { id?: string; name: string; version?: number }) => ({ id, ...unit })

/** The calls that business units, locations and categories have in common. */
const callsOf = (
  api:
    | typeof endpoints.businessUnitEndpoints
    | typeof endpoints.locationEndpoints
    | typeof endpoints.spendCategoryEndpoints
    | typeof endpoints.revenueCategoryEndpoints,
  all: () => Promise<UnitRow[]>,
): UnitKind['calls'] => ({
  list: ({ orderBy: _, ...query }, signal): Promise<Connection<UnitRow>> => call(api.list, { query, signal }),
  current: async (id) => (await all()).find((unit) => unit.id === id) ?? null,
  create: (values, commandId) => call(api.create, { body: values as UnitValues, commandId }),
  update: (id, values, commandId) => call(api.update, { params: { id }, body: values as UnitValues, commandId }),
  remove: (id, commandId) => call(api.remove, { params: { id }, commandId }),
  merge: (id, intoId, commandId) => call(api.merge, { params: { id }, body: { intoId }, commandId }),
})

export const BUSINESS_UNITS: UnitKind = {
  ...PLAIN,
  noun: 'business unit',
  plural: 'business units',
  title: 'Business units',
  purpose: 'Parts of the company that span departments, and who approves the requests of each.',
  href: to('/settings/manage-business-units'),
  auditTarget: 'BUSINESS_UNIT',
  members: 'own',
  withoutPeople: 'Add the people of this business unit, and say who approves its requests.',
  hasApprovers: true,
  mappings: [{ name: 'erpClassifications', header: 'ERP classifications' }],
  created: endpoints.businessUnitEndpoints.create,
  calls: callsOf(endpoints.businessUnitEndpoints, () => call(endpoints.listBusinessUnits)),
  page: {
    hrefOf: (businessUnitId) => to('/settings/manage-business-units/$businessUnitId', { businessUnitId }),
    read: (businessUnitId, signal) =>
      withAllMembers((query) => call(endpoints.getBusinessUnit, { params: { businessUnitId }, query, signal })),
    added: endpoints.addBusinessUnitMembers,
    addMembers: (businessUnitId, body, commandId) =>
      call(endpoints.addBusinessUnitMembers, { params: { businessUnitId }, body, commandId }),
    removeMember: (businessUnitId, userId, commandId) =>
      call(endpoints.removeBusinessUnitMember, { params: { businessUnitId, userId }, commandId }),
  },
  saveNames: (list, commandId) =>
    call(endpoints.renameBusinessUnits, { body: { businessUnits: list.map(withId) }, commandId }),
}

/** All pages of a list, for kinds without a call for one unit. */
const everyPage = (list: UnitKind['calls']['list']): Promise<UnitRow[]> =>
  allPages((cursor) => list({ cursor, first: 100 }))

export const LOCATIONS: UnitKind = {
  ...PLAIN,
  noun: 'location',
  plural: 'locations',
  title: 'Locations',
  purpose: 'Where people work and spend happens. Each member’s settings show their location.',
  href: to('/settings/locations'),
  auditTarget: 'LOCATION',
  members: 'elsewhere',
  mappings: [
    { name: 'erpLocations', header: 'ERP locations' },
    { name: 'planLocations', header: 'Plan locations' },
    { name: 'hrLocations', header: 'HR locations' },
  ],
  created: endpoints.locationEndpoints.create,
  calls: callsOf(endpoints.locationEndpoints, () => everyPage(LOCATIONS.calls.list)),
}

export const SPEND_CATEGORIES: UnitKind = {
  ...PLAIN,
  noun: 'spend category',
  plural: 'spend categories',
  title: 'Spend categories',
  purpose: 'What money is spent on. Forms and services are organized by spend category.',
  href: to('/settings/spend-categories'),
  auditTarget: 'SPEND_CATEGORY',
  fields: [
    {
      name: 'type',
      kind: 'choice',
      label: 'Type',
      options: [
        { value: 'COGS', label: 'Cost of goods sold' },
        { value: 'OPEX', label: 'Operating expense' },
        { value: 'OTHER', label: 'Other expense' },
      ],
      initial: 'OPEX',
    },
    {
      name: 'isEnabledForSpendRequests',
      kind: 'switch',
      label: 'Offered in spend requests',
      header: 'In spend requests',
      initial: true,
    },
  ],
  mappings: [
    { name: 'erpExpenseAccountMappings', header: 'Expense accounts' },
    { name: 'planExpenseCategories', header: 'Plan categories' },
    { name: 'spendRuleSets', header: 'Rule sets' },
  ],
  created: endpoints.spendCategoryEndpoints.create,
  calls: callsOf(endpoints.spendCategoryEndpoints, () => call(endpoints.listSpendCategories)),
}

export const REVENUE_CATEGORIES: UnitKind = {
  ...PLAIN,
  noun: 'revenue category',
  plural: 'revenue categories',
  title: 'Revenue categories',
  purpose: 'Where the company’s money comes from.',
  href: to('/settings/revenue-categories'),
  auditTarget: 'REVENUE_CATEGORY',
  fields: [
    {
      name: 'type',
      kind: 'choice',
      label: 'Type',
      options: [
        { value: 'REVENUE', label: 'Revenue' },
        { value: 'OTHER_INCOME', label: 'Other income' },
      ],
      initial: 'REVENUE',
    },
  ],
  mappings: [
    { name: 'revenueAccountMappings', header: 'Revenue accounts' },
    { name: 'planRevenueCategories', header: 'Plan categories' },
  ],
  created: endpoints.revenueCategoryEndpoints.create,
  calls: callsOf(endpoints.revenueCategoryEndpoints, () => everyPage(REVENUE_CATEGORIES.calls.list)),
}

/** The whole list at once. It is short, and saved as a whole. */
const listEntities: UnitKind['calls']['list'] = async ({ search = '' }, signal) => {
  const entities = await call(endpoints.listEntities, { signal })
  const found = entities.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
  return {
    edges: found.map((node) => ({ cursor: node.id, node })),
    pageInfo: { hasNextPage: false, startCursor: null, endCursor: null },
  }
}

export const ENTITIES: UnitKind = {
  ...PLAIN,
  noun: 'entity',
  plural: 'entities',
  title: 'Entities',
  purpose: 'The legal entities that buy and are billed. Forms and accounts choose from these.',
  href: to('/settings/manage-entities'),
  auditTarget: 'ENTITY',
  created: { body: endpoints.savedEntity },
  calls: {
    list: listEntities,
    current: async (id) => (await call(endpoints.listEntities)).find((entity) => entity.id === id) ?? null,
    create: async ({ name }, commandId) => {
      const [created] = await call(endpoints.saveEntities, { body: [{ name }], commandId })
      return { id: created?.id ?? '' }
    },
    update: (id, { name = '', version }, commandId) =>
      call(endpoints.saveEntities, { body: [{ id, name, version }], commandId }),
    remove: (id, commandId) => call(endpoints.deleteEntity, { params: { id }, commandId }),
    merge: (id, intoId, commandId) => call(endpoints.mergeEntity, { params: { id }, body: { intoId }, commandId }),
  },
  saveNames: (list, commandId) => call(endpoints.saveEntities, { body: list, commandId }),
}
