import { expect, it } from 'vitest'
import { doors } from '../../../worker/app.tsx'
import { schema } from '../../../worker/graphql.ts'
import { accountingRows } from './accounting.ts'
import { billRows } from './bills.ts'
import { configurationRows } from './configuration.ts'
import { documentRows } from './documents.ts'
import { ledgerRows } from './ledger.ts'
import { mappingRows } from './mappings.ts'
import { OWN_CALLS } from './own-calls.ts'
import { GUARDED_CALLS, paymentRows } from './payments.ts'
import { peopleRows } from './people.ts'
import { planRows } from './plans.ts'
import { provisioningRows } from './provisioning/rows.ts'
import { purchaseOrderRows } from './purchase-orders.ts'
import { recodeRows } from './recode.ts'
import { requestCommandRows } from './request-commands.ts'
import { requestRows } from './requests.ts'
import { ruleSetRows } from './rule-sets.ts'
import { serviceRows } from './services.ts'
import { settingsRows } from './settings.ts'
import { spendRows } from './spend-requests.ts'
import { superAdminRows } from './super-admin.ts'
import { transactionRows } from './transactions.ts'
import { unitRows } from './units.ts'
import { vendorFormRows } from './vendor-forms.ts'
import { vendorPortalRows } from './vendor-portal.ts'
import { vendorRows } from './vendors.ts'

/** When the company works. */
const OWN_HOURS = [
  'GET /api/settings/business-hours',
  'GET /api/settings/business-hours/holidays',
  'PUT /api/settings/business-hours',
  'mutation saveBusinessHours',
  'query businessHours',
  'query publicHolidays',
]

/** Every call in the contract is made by a row, exactly as worded there. Calls outside the contract are listed. */
const BEYOND = [
  ...OWN_CALLS,
  ...OWN_HOURS,
  ...GUARDED_CALLS,
  'POST /files/upload',
  'POST /public-api/upload',
  'GET /public-api/unsubscribe/{token}',
  'POST /public-api/unsubscribe/{token}',
  'GET /api/super-admin/operations',
  'GET /api/super-admin/operations/alarms',
  'GET /api/super-admin/operations/costs',
  'POST /api/super-admin/operations/alarms/secret',
  'POST /api/super-admin/operations/alarms/try',
  'POST /api/super-admin/operations/given-up/put-aside',
  'POST /api/super-admin/operations/given-up/send-again',
  'POST /api/super-admin/operations/verify-chain',
  'PUT /api/super-admin/operations/alarms',
]

const ROWS = [
  ...[requestRows, requestCommandRows, configurationRows, settingsRows, unitRows, peopleRows],
  ...[documentRows, serviceRows, vendorRows, ruleSetRows, spendRows, billRows, superAdminRows],
  ...[
    vendorPortalRows,
    vendorFormRows,
    accountingRows,
    mappingRows,
    provisioningRows,
    transactionRows,
    recodeRows,
    planRows,
    ledgerRows,
    purchaseOrderRows,
    paymentRows,
  ],
].flat()

/** Parameter names may differ. */
const shapeOf = (call: string): string => call.replaceAll(/\{\w+\}/g, '{}')
const fields = (kind: 'query' | 'mutation'): string[] => {
  const type = kind === 'query' ? schema().getQueryType() : schema().getMutationType()
  return Object.keys(type?.getFields() ?? {}).map((name) => `${kind} ${name}`)
}
const exposed = [
  ...doors.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`),
  ...fields('query'),
  ...fields('mutation'),
]
const own = new Set(BEYOND.map(shapeOf))
const called = new Set(ROWS.map(({ call }) => shapeOf(call)))

it('every call in the contract has a row', () => {
  expect(exposed.filter((call) => !called.has(shapeOf(call)) && !own.has(shapeOf(call)))).toEqual([])
})

it('the listed own calls exist and have no row', () => {
  const known = new Set(exposed.map(shapeOf))
  expect(BEYOND.filter((call) => called.has(shapeOf(call)) || !known.has(shapeOf(call)))).toEqual([])
})
