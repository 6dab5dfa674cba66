import { type Check, has, ID, type Row } from './row.ts'

/** Mapping the accounting system's objects, and choosing from them. */

const MONEY = 'object{value currency}'
const shown = (query: string, shows: unknown, select: string): Check => ({
  call: `query ${query}`,
  shows: [shows],
  select,
})
const rest = (call: string, shows: unknown): Check => ({ call, shows: { edges: [{ node: shows }] } })
const NODE = (fields: string) => ({
  edges: [{ cursor: 'text', node: has(fields) }],
  pageInfo: { hasNextPage: 'flag', endCursor: 'text?' },
})
const OPTION = NODE('label:text value')

const save = (name: string, mapping: object, after: Check): Row => ({
  call: `mutation ${name}`,
  args: { input: { mappings: [mapping] } },
  answers: [ID],
  after: [after],
})

export const mappingRows: Row[] = [
  {
    call: 'GET /api/unmapped-erp-object-counts',
    given: ['@erpVendor'],
    answers: has(
      'expenseAccounts:number revenueAccounts:number locations:number departments:number vendors:number classifications:number entities:number',
    ),
  },
  {
    call: 'GET /api/erp-entities',
    as: 'colleague',
    given: ['@erpEntity'],
    answers: [{ ...has('id erpId:text name:text syncBills:flag syncBillPayments:flag'), entityId: 'text?' }],
  },
  {
    call: 'POST /api/erp-entities/mappings',
    body: [{ id: '@erpEntity', newEntityName: '@newName' }],
    after: [{ call: 'GET /api/entities', shows: [{ name: '@newName' }] }],
  },
  {
    call: 'POST /api/dismiss-vendor-mapping',
    body: [{ id: '@erpVendor', isDismissed: true }],
    after: [
      {
        call: 'query erpVendorMappings',
        args: { first: 100 },
        shows: { edges: [{ node: { id: '@erpVendor', isDismissed: true } }] },
        select: '{ edges { node { id isDismissed } } }',
      },
    ],
  },
  {
    call: 'query erpClassifications',
    as: 'colleague',
    given: ['@erpClassification'],
    answers: [{ ...has('id name:text isActive:flag'), businessUnitId: 'text?' }],
  },
  {
    call: 'query erpDepartments',
    as: 'colleague',
    given: ['@erpDepartment'],
    answers: [{ ...has('id name:text'), departmentId: 'text?' }],
  },
  {
    call: 'query erpLocations',
    as: 'colleague',
    given: ['@erpLocation'],
    answers: [{ ...has('id name:text isEnabledForTracking:flag'), locationId: 'text?' }],
  },
  {
    call: 'query erpClassificationMappings',
    given: ['@erpClassification'],
    answers: [{ ...has('id name:text isActive:flag'), businessUnitId: 'text?' }],
  },
  {
    call: 'query erpDepartmentMappings',
    given: ['@erpDepartment'],
    answers: [{ ...has('id name:text isEnabledForTracking:flag'), departmentId: 'text?' }],
  },
  {
    call: 'query erpVendorMappings',
    given: ['@erpVendor'],
    answers: {
      edges: [
        {
          cursor: 'text',
          node: {
            ...has('id erpVendorName:text createdAt:time isDismissed:flag'),
            ...{ vendorId: 'text?', vendorName: 'text?', last12Spend: MONEY },
          },
        },
      ],
      pageInfo: { hasNextPage: 'flag', endCursor: 'text?' },
    },
  },
  {
    call: 'query erpVendors',
    as: 'colleague',
    given: ['@erpVendor'],
    answers: NODE('id name:text status:text'),
  },
  {
    call: 'query expenseAccountMappings',
    given: ['@erpExpenseAccount'],
    answers: [
      {
        ...has('id name:text enabledForTrackingLevel:text isPayroll:flag type:text'),
        ...{ generalLedgerAccountNumber: 'text?', departmentId: 'text?', businessUnitId: 'text?' },
        ...{ spendCategoryId: 'text?', last12Spend: MONEY, erpAccount: { status: 'text' } },
      },
    ],
  },
  {
    call: 'query revenueAccountMappings',
    given: ['@erpRevenueAccount'],
    answers: [
      {
        ...has('id name:text enabledForTrackingLevel:text type:text'),
        ...{ revenueCategoryId: 'text?', last12Revenue: MONEY, department: { isTotalCompany: 'flag' } },
      },
    ],
  },
  save(
    'updateErpClassificationMappings',
    { id: '@erpClassification', businessUnitId: '@businessUnit' },
    shown(
      'erpClassificationMappings',
      { id: '@erpClassification', businessUnitId: '@businessUnit' },
      '{ id businessUnitId }',
    ),
  ),
  save(
    'updateErpDepartmentMappings',
    { id: '@erpDepartment', departmentId: '@department', isEnabledForTracking: false },
    shown(
      'erpDepartmentMappings',
      { id: '@erpDepartment', departmentId: '@department', isEnabledForTracking: false },
      '{ id departmentId isEnabledForTracking }',
    ),
  ),
  save(
    'updateErpVendorMappings',
    { id: '@erpVendor', newVendorName: '@newName' },
    {
      call: 'query erpVendorMappings',
      args: { first: 100 },
      shows: { edges: [{ node: { id: '@erpVendor', vendorName: '@newName' } }] },
      select: '{ edges { node { id vendorName } } }',
    },
  ),
  save(
    'updateErpExpenseAccountMappings',
    {
      ...{ id: '@erpExpenseAccount', departmentId: '@department', businessUnitId: '@businessUnit' },
      ...{ spendCategoryId: '@spendCategory', enabledForTrackingLevel: 'NONE', isPayroll: true, type: 'COGS' },
    },
    shown(
      'expenseAccountMappings',
      {
        ...{ id: '@erpExpenseAccount', departmentId: '@department', businessUnitId: '@businessUnit' },
        ...{ spendCategoryId: '@spendCategory', enabledForTrackingLevel: 'NONE', isPayroll: true, type: 'COGS' },
      },
      '{ id departmentId businessUnitId spendCategoryId enabledForTrackingLevel isPayroll type }',
    ),
  ),
  save(
    'saveRevenueAccountMappings',
    {
      ...{ id: '@erpRevenueAccount', departmentId: '@department', businessUnitId: '@businessUnit' },
      ...{ revenueCategoryId: '@revenueCategory', enabledForTrackingLevel: 'NONE', type: 'OTHER_INCOME' },
    },
    shown(
      'revenueAccountMappings',
      { id: '@erpRevenueAccount', revenueCategoryId: '@revenueCategory', type: 'OTHER_INCOME' },
      '{ id revenueCategoryId type }',
    ),
  ),
  save(
    'saveLocationMappings',
    { id: '@erpLocation', locationId: '@location', isEnabledForTracking: false },
    shown('erpLocations', { id: '@erpLocation', locationId: '@location' }, '{ id locationId }'),
  ),
  {
    call: 'mutation updateErpLocations',
    args: { erpLocations: [{ id: '@erpLocation', locationId: '@location', isEnabledForTracking: false }] },
    answers: [ID],
    after: [shown('erpLocations', { id: '@erpLocation', isEnabledForTracking: false }, '{ id isEnabledForTracking }')],
  },
  {
    call: 'mutation createExpenseAccountMappingsForAccountClassifications',
    given: ['@erpExpenseAccount'],
    args: { accountClassifications: ['@erpClassificationName'], companyId: '@companyId' },
    answers: [ID],
    after: [{ call: 'query spendCategories', shows: [{ name: '@erpExpenseAccountName' }], select: '{ name }' }],
  },
  {
    call: 'query erpVendorsByVendorId',
    as: 'colleague',
    given: ['@erpVendorOfVendor'],
    args: { vendorId: '@vendor' },
    answers: [has('id name:text status:text')],
  },
  {
    call: 'mutation addErpVendorsToVendor',
    args: { vendorId: '@vendor', erpVendorIds: ['@erpVendor'] },
    answers: ID,
    after: [{ ...shown('erpVendorsByVendorId', { id: '@erpVendor' }, '{ id }'), args: { vendorId: '@vendor' } }],
  },
  {
    call: 'mutation removeErpVendorsFromVendor',
    args: { erpVendorIds: ['@erpVendorOfVendor'] },
    answers: ID,
    after: [
      {
        ...{ call: 'query erpVendorsByVendorId', args: { vendorId: '@vendor' }, select: '{ id }' },
        hides: '@erpVendorOfVendor',
      },
    ],
  },
  {
    call: 'GET /api/erp-accounts',
    as: 'colleague',
    given: ['@erpExpenseAccount'],
    query: { search: '@erpExpenseAccountName', 'orderBy[by][]': 'name', 'orderBy[dir][]': 'DESC' },
    answers: NODE('id name:text generalLedgerAccountNumber:text'),
    after: [rest('GET /api/erp-accounts', { id: '@erpExpenseAccount' })],
  },
  {
    call: 'GET /api/erp-vendors',
    as: 'colleague',
    given: ['@erpVendor'],
    query: { 'orderBy[by][]': 'name', 'orderBy[dir][]': 'ASC', search: 'acme' },
    answers: NODE('id name:text status:text'),
  },
  {
    call: 'GET /api/erp-vendor-select-options',
    as: 'colleague',
    given: ['@erpVendor'],
    query: { search: 'acme' },
    answers: OPTION,
  },
  {
    call: 'GET /api/erp-tax-code-select-options',
    as: 'colleague',
    given: ['@erpTaxCode'],
    query: { search: 'vat' },
    answers: OPTION,
  },
  {
    call: 'GET /api/erp-amortization-templates',
    as: 'colleague',
    given: ['@erpTemplate'],
    answers: [has('id name:text')],
  },
  {
    call: 'GET /api/erp-currencies',
    as: 'colleague',
    query: { 'ids[]': ['@erpCurrency'], 'orderBy[by][]': 'symbol', 'orderBy[dir][]': 'ASC', search: 'GBP' },
    answers: NODE('id symbol:text'),
  },
  {
    call: 'GET /api/erp-currency-select-options',
    as: 'colleague',
    query: { 'ids[]': ['@erpCurrency'], 'orderBy[by][]': 'id', 'orderBy[dir][]': 'DESC', search: 'GBP' },
    answers: OPTION,
  },
]
