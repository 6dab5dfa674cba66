import { has, ID, NAMED, type Row } from './row.ts'

/** Departments, business units, groups, locations and categories, as lists and through GraphQL. */

const MEMBERS = 'list{id firstName lastName email}'
const MONEY = 'object?{value currency}'
const READ = (call: string, shows: unknown, select: string, args?: Record<string, unknown>) => ({
  ...{ call: `query ${call}`, shows, select: `{ ${select} }` },
  ...(args && { args }),
})
const members = (call: string, args: Record<string, unknown>) =>
  READ(call, { companyMemberships: [{ id: '@colleague' }] }, 'companyMemberships { id }', args)
const without = (call: string, args: Record<string, unknown>) => ({
  ...READ(call, undefined, 'companyMemberships { id }', args),
  hides: '@colleague',
})
const add = (name: string, args: object, after: Row['after'], given: string[] = []): Row => ({
  ...{ call: `mutation ${name}`, args: { ...args }, answers: ID, after, given },
})

const GROUP = ['groupById', { groupId: '@group' }] as const
const DEPARTMENT = ['departmentById', { departmentId: '@department' }] as const
const UNIT = ['businessUnitById', { businessUnitId: '@businessUnit' }] as const
const named = (list: string, id: string, select = 'id name') => [READ(list, [{ id, name: '@newName' }], select)]
const gone = (list: string, id: string) => [{ ...READ(list, undefined, 'id'), hides: id }]

export const unitRows: Row[] = [
  { call: 'GET /api/departments', as: 'colleague', given: ['@department'], answers: [NAMED] },
  { call: 'GET /api/business-units', as: 'colleague', given: ['@businessUnit'], answers: [NAMED] },
  { call: 'GET /api/spend-categories', as: 'colleague', given: ['@spendCategory'], answers: [NAMED] },
  {
    call: 'query spendCategories',
    given: ['@spendCategory'],
    args: { isEnabledForSpendRequests: true },
    answers: [
      {
        ...has('id name:text isEnabledForSpendRequests:flag'),
        ...{ erpExpenseAccountMappings: 'list{id}', planExpenseCategories: 'list{id}', spendRuleSets: 'list{id}' },
      },
    ],
  },
  {
    call: 'query revenueCategories',
    given: ['@revenueCategory'],
    answers: [{ ...NAMED, revenueAccountMappings: 'list{id}', planRevenueCategories: 'list{id}' }],
  },
  { call: 'query groups', as: 'colleague', given: ['@group'], answers: [{ ...NAMED, companyMemberships: MEMBERS }] },
  { call: 'query groupById', args: GROUP[1], answers: { ...NAMED, companyMemberships: MEMBERS } },
  {
    call: 'query departments',
    as: 'colleague',
    given: ['@department'],
    answers: [
      { ...has('id name:text memberCount:number'), erpDepartmentMappings: 'list{id}', companyMemberships: MEMBERS },
    ],
  },
  {
    call: 'query departmentById',
    args: DEPARTMENT[1],
    answers: { ...NAMED, l12m: MONEY, companyMemberships: MEMBERS },
  },
  {
    call: 'query businessUnits',
    as: 'colleague',
    given: ['@businessUnit'],
    answers: [{ ...has('id name:text memberCount:number'), l12m: MONEY, erpClassifications: 'list{id}' }],
  },
  { call: 'query businessUnitById', args: UNIT[1], answers: { ...NAMED, companyMemberships: MEMBERS } },
  {
    call: 'query locations',
    given: ['@location'],
    answers: [{ ...NAMED, erpLocations: 'list{id}', planLocations: 'list{id}', hrLocations: 'list{id}' }],
  },
  {
    call: 'query emailForwarding',
    answers: { inboundDomain: 'text?', companyShortName: 'text' },
  },
  add(
    'createSpendCategory',
    { input: { name: '@newName', isEnabledForSpendRequests: true } },
    named('spendCategories', '@answer'),
  ),
  add('updateSpendCategory', { input: { id: '@spendCategory', name: '@newName', isEnabledForSpendRequests: false } }, [
    READ(
      'spendCategories',
      [{ id: '@spendCategory', name: '@newName', isEnabledForSpendRequests: false }],
      'id name isEnabledForSpendRequests',
    ),
  ]),
  add('deleteSpendCategory', { id: '@spendCategory' }, gone('spendCategories', '@spendCategory')),
  add('createRevenueCategory', { input: { name: '@newName' } }, named('revenueCategories', '@answer')),
  add(
    'updateRevenueCategory',
    { input: { id: '@revenueCategory', name: '@newName' } },
    named('revenueCategories', '@revenueCategory'),
  ),
  add('deleteRevenueCategory', { id: '@revenueCategory' }, gone('revenueCategories', '@revenueCategory')),
  add('createGroup', { name: '@newName' }, named('groups', '@answer')),
  add('updateGroupName', { oldName: '@groupName', newName: '@newName' }, named('groups', '@group')),
  add('deleteGroup', { name: '@groupName' }, gone('groups', '@group')),
  add('addUserToGroup', { groupName: '@groupName', userId: '@colleague' }, [members(...GROUP)]),
  add('removeUserFromGroup', { groupName: '@groupName', userId: '@colleague' }, [without(...GROUP)], ['@inGroup']),
  add('createDepartment', { name: '@newName' }, named('departments', '@answer')),
  {
    call: 'mutation updateDepartments',
    args: { departments: [{ id: '@department', name: '@newName' }] },
    answers: [ID],
    after: named('departments', '@department'),
  },
  add('deleteDepartment', { name: '@departmentName' }, gone('departments', '@department')),
  add('addUserToDepartment', { departmentName: '@departmentName', userId: '@colleague' }, [members(...DEPARTMENT)]),
  add(
    'removeUserFromDepartment',
    { departmentName: '@departmentName', userId: '@colleague' },
    [without(...DEPARTMENT)],
    ['@inDepartment'],
  ),
  add('createBusinessUnit', { name: '@newName' }, named('businessUnits', '@answer')),
  add('updateBusinessUnit', { id: '@businessUnit', name: '@newName' }, named('businessUnits', '@businessUnit')),
  add('deleteBusinessUnit', { id: '@businessUnit' }, gone('businessUnits', '@businessUnit')),
  {
    call: 'mutation updateBusinessUnits',
    args: { businessUnits: [{ id: '@businessUnit', name: '@newName' }] },
    answers: [ID],
    after: named('businessUnits', '@businessUnit'),
  },
  add('addUserToBusinessUnit', { businessUnitId: '@businessUnit', userId: '@colleague' }, [members(...UNIT)]),
  add(
    'removeUserFromBusinessUnit',
    { businessUnitId: '@businessUnit', userId: '@colleague' },
    [without(...UNIT)],
    ['@inBusinessUnit'],
  ),
  add('createLocation', { name: '@newName' }, named('locations', '@answer')),
  add('updateLocation', { id: '@location', name: '@newName' }, named('locations', '@location')),
  add('deleteLocation', { id: '@location' }, gone('locations', '@location')),
  add('setRequestApprovalMode', { companyId: '@companyId', mode: 'ALL_AT_ONCE' }, [
    READ('applicationConfiguration', { requestApprovalMode: 'ALL_AT_ONCE' }, 'requestApprovalMode'),
  ]),
]
