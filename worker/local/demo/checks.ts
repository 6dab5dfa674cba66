import { CHECK_RULES, checkModes, DEFAULT_CHECK_SETTINGS } from '../../../schema/money/checks/values.ts'
import { addDays } from '../../../schema/shared/calendar.ts'
import { Database } from '../../core/database.ts'
import type { Env } from '../../env.ts'
import { createBill, readInvoiceOfDocument } from '../../features/money/bills/index.ts'
import {
  addEmployeeAccount,
  createSilence,
  decideFinding,
  setCheckSettings,
} from '../../features/money/checks/index.ts'
import { decideOnDetails, enterDetails } from '../../features/money/payments/index.ts'
import { actAs } from './act.ts'
import { addInvoice, checkBills, decideAll } from './bills.ts'
import { OPEN_VENDORS, objectId } from './book-objects.ts'
import { demoClock, demoDay } from './clock.ts'
import { textPdf } from './document-files.ts'
import { passGuardedDay } from './jobs.ts'
import { COMPANY_ID } from './people.ts'

/** What checks have found in the demo company: something of each kind, decided and open. */

const CLERK = 'demo-dana'
const ADMIN = 'demo-maya'

const SETTINGS = { ...DEFAULT_CHECK_SETTINGS, patternBills: 3, offHoursFrom: 1_500_000 }

const EQUIPMENT = objectId('ACCOUNT', 'Equipment')
const ADVICE = objectId('ACCOUNT', 'Legal and consulting')

const vendorName = (vendor: number): string => OPEN_VENDORS[vendor - 1]?.[0] ?? ''

interface Entered {
  vendor: number
  number: string
  dollars: number
  description: string
  account: string
  daysAgo?: number
}

const enter = async (
  env: Env,
  { vendor, number, dollars, description, account, daysAgo = 2 }: Entered,
): Promise<string> => {
  const invoiceDate = addDays(demoDay(demoClock.now()), -daysAgo)
  const lines = [
    { heading: `Invoice from ${vendorName(vendor)}` },
    { row: ['Invoice number:', number] as [string, string] },
    { text: description },
  ]
  const file = await textPdf(description, [lines])
  const documentId = await addInvoice(env, CLERK, `${vendorName(vendor)} ${number.replaceAll('/', '-')}.pdf`, file)
  const { id: invoiceId } = await actAs(env, CLERK, readInvoiceOfDocument, { documentId })
  const { id } = await actAs(env, CLERK, createBill, {
    ...{ invoiceId, erpVendorId: `books-vendor-${vendor}`, erpEntityId: 'books-entity-1' },
    ...{ invoiceNumber: number, invoiceDate },
    ...{ dueDate: addDays(invoiceDate, 30), description, totalAmount: dollars * 100 },
    lines: [
      {
        ...{ amount: dollars * 100, memo: description, erpAccountId: account },
        erpDepartmentMappingId: 'books-department-3',
      },
    ],
  })
  return id
}

const findings = async (env: Env, rule: string, vendor: number): Promise<string[]> =>
  (
    await new Database(env.DB, 'first-primary').all<{ id: string }>(
      env.DB.prepare(
        `SELECT id FROM check_findings WHERE company_id = ? AND rule = ? AND erp_vendor_id = ? AND state = 'OPEN'
          ORDER BY found_at, id`,
      ).bind(COMPANY_ID, rule, `books-vendor-${vendor}`),
    )
  ).map(({ id }) => id)

const accountOf = (holder: string, accountNumber: string) => ({
  ...{ accountHolderName: holder, accountHolderType: 'COMPANY' as const, routingNumber: '110000000', accountNumber },
})

const enterAccount = async (env: Env, vendor: number, holder: string, accountNumber: string): Promise<string> => {
  const erpVendorId = `books-vendor-${vendor}`
  return (await actAs(env, CLERK, enterDetails, { erpVendorId, ...accountOf(holder, accountNumber) })).id
}

/** At first the company only lists what checks find: payments of its past were made. */
export const beginChecks = async (env: Env): Promise<void> => {
  await actAs(env, ADMIN, setCheckSettings, {
    ...SETTINGS,
    modes: checkModes.parse(Object.fromEntries(CHECK_RULES.map((rule) => [rule, 'TELL']))),
  })
  await passGuardedDay(env)
}

export const fillChecks = async (env: Env): Promise<void> => {
  await actAs(env, ADMIN, setCheckSettings, SETTINGS)
  const bills = [
    // Split below $10,000 by one person, within days.
    await enter(env, {
      vendor: 7,
      number: 'W-310',
      dollars: 6_400,
      description: 'Shelving, hall A',
      account: EQUIPMENT,
    }),
    await enter(env, {
      vendor: 7,
      number: 'W-311',
      dollars: 5_900,
      description: 'Shelving, hall B',
      account: EQUIPMENT,
    }),
    // Nothing was ever paid to this one.
    await enter(env, { vendor: 8, number: '2026/044', dollars: 18_750, description: 'Market study', account: ADVICE }),
    // The same amount again, and a number unlike the vendor's others.
    await enter(env, {
      vendor: 4,
      number: 'OD-REORDER-7',
      dollars: 8_970,
      description: 'Meeting room screens',
      account: EQUIPMENT,
    }),
  ]
  await checkBills(env, bills)
  // Approved, and its vendor's account is replaced while the payment waits.
  const waiting = await enter(env, {
    vendor: 11,
    number: 'SIG-0877',
    dollars: 7_350,
    description: 'Signs, lobby',
    account: EQUIPMENT,
  })
  const first = await enterAccount(env, 11, 'Signs and Lights LLC', '000728104455')
  await actAs(env, ADMIN, decideOnDetails, { id: first, shouldConfirm: true })
  await decideAll(env, waiting, 'APPROVED', '')
  await enterAccount(env, 11, 'S. and L. Trading', '000731905512')
  await enterAccount(env, 9, 'Ridge Facilities', '000728104455')
  await enterAccount(env, 10, 'R. Delgado', '000664410973')
  await actAs(env, ADMIN, addEmployeeAccount, {
    ...{ employeeName: 'Rafael Delgado', routingNumber: '110000000', accountNumber: '000664410973' },
  })
  await checkBills(env, [...bills, waiting], ['books-vendor-9', 'books-vendor-10', 'books-vendor-11'])
  const [similar] = await findings(env, 'SIMILAR', 4)
  if (similar)
    await actAs(env, ADMIN, decideFinding, {
      ...{ findingId: similar, decision: 'RELEASED', note: 'Two deliveries. Confirmed with facilities.' },
    })
  const [odd] = await findings(env, 'NUMBER_PATTERN', 4)
  if (odd)
    await actAs(env, ADMIN, decideFinding, {
      ...{ findingId: odd, decision: 'REJECTED', note: 'Office Depot doesn’t know this invoice.' },
    })
  await actAs(env, ADMIN, createSilence, {
    ...{ rule: 'SIMILAR', erpVendorId: 'books-vendor-5', until: addDays(demoDay(demoClock.now()), 180) },
    reason: 'Flat rates: freight to Lisbon costs the same each month.',
  })
}
