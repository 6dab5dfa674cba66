import { has, ID, type Row } from './row.ts'

/** The accounting system: connecting it, the wizard's step, and reading it. */

const given = ['@connection']
const TOKENS = {
  ...{ consumerKey: '@netsuiteKey', consumerSecret: 'local-consumer-secret', token: 'local-token-id' },
  ...{ tokenSecret: 'local-token-secret', realmId: '7654321_SB1' },
}
const SYNCS: Row['after'] = [{ call: 'GET /api/get-sync-status', shows: { id: '@answer' } }]

export const accountingRows: Row[] = [
  { call: 'query actualsStep', given, answers: 'text' },
  { call: 'query vendorsTableActualsStep', given, answers: 'text' },
  { call: 'query mergeAccounts', given, answers: [has('id name:text')] },
  {
    call: 'query syncMetadata',
    given: [...given, '@syncRun'],
    args: { count: 5, includeIncompleteSyncs: true },
    answers: [has('id status:text')],
  },
  {
    call: 'POST /api/create-sync-job',
    given,
    answers: has('id status:text'),
    after: [{ call: 'GET /api/get-sync-status', shows: { status: 'SYNCING' } }],
  },
  { call: 'GET /api/get-sync-status', given: [...given, '@syncRun'], answers: has('id status:text') },
  {
    call: 'mutation triggerErpSync',
    given,
    args: { companyId: '@companyId' },
    answers: ID,
    after: SYNCS,
  },
  {
    call: 'mutation upsertAccountingSystemToken',
    args: { ...TOKENS, triggerAllTimeSync: true },
    answers: ID,
    after: [{ call: 'GET /api/accounting', shows: { connection: { id: '@answer', system: 'NETSUITE' } } }],
  },
  {
    call: 'mutation deleteAccountingIntegration',
    given,
    args: { qboAuthTokenId: '@connection' },
    answers: ID,
    after: [{ call: 'GET /api/accounting', shows: { connection: null } }],
  },
  {
    call: 'POST /api/erp-entities/{erpEntityId}/sync-accounts',
    path: { erpEntityId: '@erpEntity' },
    body: {
      ...{ syncBills: true, syncBillPayments: true, glBillPayableAccountId: '@erpPayables' },
      ...{ glFundingAccountId: '@erpBank', glClearingAccountId: '@erpBank' },
    },
    after: [{ call: 'GET /api/erp-entities', shows: [{ id: '@erpEntity', glFundingAccountId: '@erpBank' }] }],
  },
  {
    call: 'GET /api/erp-custom-fields',
    given: ['@erpCustomField'],
    answers: [has('id name:text scriptId:text type:text valueType:text showOnBill:flag')],
  },
  {
    call: 'GET /api/erp-custom-fields/{erpCustomFieldId}/options',
    path: { erpCustomFieldId: '@erpCustomField' },
    query: { search: 'rese' },
    answers: [has('label:text value:text')],
  },
  {
    call: 'PUT /api/erp-custom-fields/{erpCustomFieldId}/show-on-bill',
    path: { erpCustomFieldId: '@erpCustomField' },
    body: { showOnBill: true },
    after: [{ call: 'GET /api/erp-custom-fields', shows: [{ id: '@erpCustomField', showOnBill: true }] }],
  },
  {
    call: 'GET /api/erp-custom-segments',
    given: ['@erpCustomSegment'],
    answers: [has('id name:text scriptId:text enabled:flag')],
  },
  {
    call: 'PUT /api/erp-custom-segments/{erpCustomSegmentId}/enabled',
    path: { erpCustomSegmentId: '@erpCustomSegment' },
    body: { enabled: true },
    after: [{ call: 'GET /api/erp-custom-segments', shows: [{ id: '@erpCustomSegment', enabled: true }] }],
  },
]
