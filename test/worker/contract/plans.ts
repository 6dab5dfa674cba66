import { has, ID, paged, type Row } from './row.ts'

/** Plans, with exactly what the contract names. */

const PLAN = {
  ...has('id name:text description:text startYearMonth:text endYearMonth:text hasExpensePlan:flag hasRevenuePlan:flag'),
  fields: 'list',
}
const NAMED = [has('id name:text')]
const MONTHS = { startYearMonth: '2026-01', endYearMonth: '2026-12' }
const BEHIND = { ...MONTHS, inDepartmentIds: [], notInVendorIds: [] }
const ENTRIES = [{ yearMonth: '2026-03', amount: 1200, department: 'Engineering', vendor: 'Acme' }]

/** What each kind is called: a row of a plan, what it is linked to, and that thing in the scene. */
const KINDS = [
  ['BusinessUnit', 'businessUnits', '@businessUnit'],
  ['Department', 'departments', '@department'],
  ['ExpenseCategory', 'spendCategories', '@spendCategory'],
  ['Location', 'locations', '@location'],
  ['RevenueCategory', 'revenueCategories', '@revenueCategory'],
  ['Vendor', 'vendors', '@vendor'],
] as const
const listOf = (kind: string): string => `plan${kind.replace(/y$/, 'ie')}s`
const itemOf = (linked: string) => ({ ...has('id name:text'), [linked]: 'list{id name erpMappings{id name erpId}}' })

/** What rows of plans are in the company: the same fields for each kind. Departments are changed through REST. */
const mappingRows: Row[] = KINDS.flatMap(([kind, linked, thing]): Row[] => [
  {
    call: `query plan${kind}Mappings`,
    given: [`@plan${kind}`],
    // The six plans that rows were added to for this file have rows of three kinds.
    answers: ['BusinessUnit', 'Department', 'Vendor'].includes(kind)
      ? [{ ...has('id name:text'), [listOf(kind)]: [itemOf(linked)] }]
      : `list{id name ${listOf(kind)}{id name}}`,
  },
  { call: `query plan${kind}ById`, args: { id: `@plan${kind}` }, answers: itemOf(linked) },
  ...(kind === 'Department'
    ? []
    : [
        {
          call: `mutation updatePlan${kind}`,
          args: {
            id: `@plan${kind}`,
            name: '@newName',
            [`${linked.replace(/ies$/, 'y').replace(/s$/, '')}Ids`]: [thing],
          },
          answers: ID,
          after: [
            {
              call: `query plan${kind}ById`,
              args: { id: `@plan${kind}` },
              shows: { name: '@newName', [linked]: [{ id: thing }] },
              select: `{ name ${linked} { id } }`,
            },
          ],
        },
      ]),
])

export const planRows: Row[] = [
  ...mappingRows,
  { call: 'query financialPlans', given: ['@plan'], answers: [PLAN] },
  {
    call: 'query planImportData',
    given: ['@plan'],
    answers: {
      ...has('currency:text plansLeft:number mostMonths:number mostLines:number'),
      plans: [has('id name:text')],
    },
  },
  { call: 'query planBusinessUnits', args: { planId: '@plan' }, answers: [itemOf('businessUnits')] },
  ...['ExpenseCategories', 'Locations', 'RevenueCategories'].map(
    (kind): Row => ({ call: `query plan${kind}`, args: { planId: '@plan' }, answers: 'list{id name}' }),
  ),
  ...[
    ['Transactions', { edges: 'list{cursor node{id}}', pageInfo: { hasNextPage: 'flag', endCursor: 'text?' } }],
    [
      'Services',
      `list{serviceId serviceName servicePeriodId startDate endDate paymentFrequency totalServicePeriodCost amortizedCost
        departmentName owners{id}}`,
    ],
    [
      'SpendRequests',
      'list{id readableId description status estimatedCost{value} amortizedCost{value} lineId displayName}',
    ],
  ].map(
    ([name, answers]): Row => ({
      call: `query grouped${name}`,
      args: { planId: '@plan', type: 'expense', ...BEHIND, ...(name === 'SpendRequests' && { status: 'APPROVED' }) },
      answers: answers as Row['answers'] & {},
    }),
  ),
  { call: 'query plans', given: ['@plan'], answers: [PLAN] },
  { call: 'query plan', args: { planId: '@plan' }, answers: PLAN },
  {
    call: 'query fiFilterPlanOptions',
    args: { planId: '@plan' },
    answers: {
      ...{ departments: NAMED, businessUnits: NAMED, vendors: NAMED },
      ...{ categories: 'list{id name}', locations: 'list{id name}' },
    },
  },
  {
    call: 'mutation createPlan',
    args: { input: { name: '@newName', description: 'What we mean to spend', ...MONTHS } },
    answers: ID,
    after: [
      { call: 'query plans', shows: [{ name: '@newName', ...MONTHS }], select: '{ name startYearMonth endYearMonth }' },
    ],
  },
  {
    call: 'mutation updatePlan',
    args: { planId: '@plan', name: '@newName', description: 'What we mean to spend' },
    answers: ID,
    after: [
      {
        call: 'query plan',
        args: { planId: '@plan' },
        shows: { name: '@newName', description: 'What we mean to spend' },
        select: '{ name description }',
      },
    ],
  },
  {
    call: 'mutation deletePlan',
    args: { planId: '@plan' },
    answers: ID,
    after: [{ call: 'query plans', hides: '@plan', select: '{ id }' }],
  },
  {
    call: 'query planVendors',
    args: { planId: '@plan', first: 10 },
    answers: paged(has('id name:text')),
  },
  ...['BusinessUnit', 'Department', 'ExpenseCategory', 'Location', 'RevenueCategory', 'Vendor'].map(
    (kind): Row => ({
      call: `mutation copyPlan${kind}Mappings`,
      args: { planIdToMap: '@plan', planIdToMatchWith: '@linkedPlan' },
      answers: ID,
      ...(kind === 'Vendor' && {
        after: [
          {
            call: 'GET /api/plans/{planId}/items/{kind}',
            path: { planId: '@plan', kind: 'VENDORS' },
            shows: { edges: [{ node: { linked: [{ id: '@vendor' }] } }] },
          },
        ],
      }),
    }),
  ),
  ...(['Expense', 'Revenue'] as const).map(
    (type): Row => ({
      call: `mutation addPlan${type}Entries`,
      args: { planId: '@plan', entries: ENTRIES },
      answers: ID,
      after: [
        {
          call: 'query plan',
          args: { planId: '@plan' },
          shows: { [`has${type}Plan`]: true },
          select: '{ hasExpensePlan hasRevenuePlan }',
        },
      ],
    }),
  ),
  {
    call: 'GET /api/plan-vendors',
    given: ['@plan'],
    query: { search: 'zebra', 'orderBy[by][]': 'name', 'orderBy[dir][]': 'DESC' },
    answers: paged(has('id name:text')),
  },
  {
    call: 'GET /api/plan-vendor-select-options',
    given: ['@plan'],
    query: { search: 'zebra' },
    answers: paged(has('label:text value')),
  },
]
