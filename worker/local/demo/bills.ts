import { addDays, dayText } from '../../../schema/shared/calendar.ts'
import { type Currency, formatMoney } from '../../../schema/shared/money.ts'
import { Database } from '../../core/database.ts'
import { createLogger } from '../../core/log.ts'
import type { Env } from '../../env.ts'
import { withdraw } from '../../features/approvals/blocks/index.ts'
import { createInvoiceDocument, grantUpload, storeUpload } from '../../features/documents/documents/index.ts'
import {
  createBill,
  createBillRuleSet,
  decideBill,
  readApprovals,
  readInvoiceOfDocument,
  saveBillRuleSetLevels,
  setBillArchived,
} from '../../features/money/bills/index.ts'
import { evaluate } from '../../features/money/checks/index.ts'
import { actAs } from './act.ts'
import { objectId } from './book-objects.ts'
import { demoClock, demoDay } from './clock.ts'
import { textPdf } from './document-files.ts'
import { runDue } from './jobs.ts'
import { COMPANY_ID, slug } from './people.ts'
import type { DatedStory } from './spend-requests.ts'

/** What vendors have billed the demo company: bills in every state, entered from invoices by its people. */

const VENDORS = {
  kestrel: { id: 'books-vendor-1', name: 'Kestrel CAD Ltd', prefix: 'KC-' },
  northwind: { id: 'books-vendor-2', name: 'Northwind Travel', prefix: 'NT' },
  lumen: { id: 'books-vendor-3', name: 'Lumen Cloud, Inc.', prefix: 'LC-2026-' },
  office: { id: 'books-vendor-4', name: 'Office Depot', prefix: '' },
  alder: { id: 'books-vendor-5', name: 'Alder Logistics', prefix: 'AL/' },
} as const
const ACCOUNTS = {
  software: 'books-expense-account-1',
  travel: 'books-expense-account-2',
  advertising: 'books-expense-account-3',
  hosting: 'books-expense-account-5',
  equipment: objectId('ACCOUNT', 'Equipment'),
  office: objectId('ACCOUNT', 'Office and catering'),
}
const DEPARTMENTS = {
  engineering: 'books-department-1',
  finance: 'books-department-3',
  marketing: 'books-department-4',
}

type Line = [memo: string, dollars: number, account: keyof typeof ACCOUNTS, department: keyof typeof DEPARTMENTS]
interface Story {
  vendor: keyof typeof VENDORS
  number: string
  /** How long ago it was entered, and by how much the invoice is older. */
  daysAgo: number
  arrived?: number
  /** Days to pay. */
  term?: number
  lines: Line[]
  description: string
  becomes: 'APPROVED' | 'PENDING' | 'REJECTED' | 'WITHDRAWN' | 'ARCHIVED'
  currency?: Currency
  isCredit?: true
  /** Spread over a year. */
  isYearly?: true
  comment?: string
}

const STORIES: Story[] = [
  {
    ...{ vendor: 'office', number: '88120', daysAgo: 75, arrived: 52, term: 14, becomes: 'APPROVED' },
    ...{ description: 'Desks and monitors, disputed delivery', comment: 'Held back until the monitors are replaced.' },
    lines: [['Standing desks', 4_180, 'equipment', 'finance']],
  },
  {
    ...{ vendor: 'kestrel', number: '7440', daysAgo: 74, arrived: 3, term: 30, becomes: 'APPROVED', isYearly: true },
    description: 'CAD seats for a year',
    lines: [
      ['Seats, 24', 28_800, 'software', 'engineering'],
      ['Support', 3_600, 'software', 'engineering'],
    ],
  },
  {
    ...{ vendor: 'lumen', number: '091', daysAgo: 72, arrived: 12, term: 30, becomes: 'APPROVED' },
    ...{ description: 'Hosting in August', lines: [['Production', 18_420.55, 'hosting', 'engineering']] },
  },
  {
    ...{ vendor: 'northwind', number: '5518', daysAgo: 70, arrived: 45, term: 14, becomes: 'APPROVED' },
    description: 'Hotel for the trade fair in Lyon',
    lines: [['Eleven nights', 6_930, 'travel', 'marketing']],
  },
  {
    ...{ vendor: 'alder', number: '2201', daysAgo: 63, arrived: 2, term: 30, becomes: 'APPROVED' },
    ...{ description: 'Freight to Boston', lines: [['Two pallets', 2_340, 'travel', 'engineering']] },
  },
  {
    ...{ vendor: 'northwind', number: '5602', daysAgo: 58, arrived: 4, term: 14, becomes: 'APPROVED' },
    ...{ description: 'Flights in September', lines: [['Eight flights', 9_612, 'travel', 'marketing']] },
  },
  {
    ...{ vendor: 'alder', number: '2240', daysAgo: 55, arrived: 30, term: 15, becomes: 'APPROVED' },
    ...{ description: 'Customs clearance', lines: [['Clearance and storage', 3_875.4, 'travel', 'engineering']] },
  },
  {
    ...{ vendor: 'lumen', number: '104', daysAgo: 43, arrived: 10, term: 30, becomes: 'APPROVED' },
    ...{ description: 'Hosting in September', lines: [['Production', 19_044.1, 'hosting', 'engineering']] },
  },
  {
    ...{ vendor: 'lumen', number: '104-C', daysAgo: 40, arrived: 2, term: 60, becomes: 'APPROVED', isCredit: true },
    ...{ description: 'Credit for an outage', lines: [['Service credit', 1_450, 'hosting', 'engineering']] },
  },
  {
    ...{ vendor: 'kestrel', number: '7566', daysAgo: 38, arrived: 40, term: 30, becomes: 'APPROVED' },
    ...{ description: 'Training for new engineers', lines: [['Two days', 5_200, 'software', 'engineering']] },
  },
  {
    ...{ vendor: 'office', number: '88934', daysAgo: 33, arrived: 1, term: 30, becomes: 'APPROVED' },
    ...{ description: 'Paper, toner, coffee', lines: [['Supplies', 1_286.37, 'office', 'finance']] },
  },
  {
    ...{ vendor: 'northwind', number: '5688', daysAgo: 29, arrived: 5, term: 14, becomes: 'APPROVED' },
    ...{ description: 'Travel in October', lines: [['Trains and hotels', 7_418, 'travel', 'marketing']] },
  },
  {
    ...{ vendor: 'alder', number: '2318', daysAgo: 24, arrived: 2, term: 45, becomes: 'APPROVED' },
    ...{ description: 'Freight to Lisbon', lines: [['Crate and insurance', 4_120, 'travel', 'engineering']] },
  },
  {
    ...{ vendor: 'lumen', number: '117', daysAgo: 13, arrived: 3, term: 30, becomes: 'APPROVED' },
    ...{ description: 'Hosting in October', lines: [['Production', 19_873.9, 'hosting', 'engineering']] },
  },
  {
    ...{ vendor: 'northwind', number: '5731', daysAgo: 11, arrived: 1, term: 14, becomes: 'REJECTED' },
    ...{ description: 'Upgrade to first class', comment: 'Not within our travel policy. Ask for a corrected invoice.' },
    lines: [['Upgrade', 1_890, 'travel', 'marketing']],
  },
  {
    ...{ vendor: 'alder', number: '2351', daysAgo: 17, arrived: 2, term: 30, becomes: 'ARCHIVED' },
    ...{ description: 'Storage in October', comment: 'The same storage is on AL/2318.' },
    lines: [['Storage', 640, 'travel', 'engineering']],
  },
  {
    ...{ vendor: 'office', number: '89204', daysAgo: 10, arrived: 1, term: 30, becomes: 'WITHDRAWN' },
    ...{ description: 'Whiteboards', comment: 'Sent to the wrong company. The vendor cancels the invoice.' },
    lines: [['Whiteboards, 4', 1_120, 'office', 'finance']],
  },
  {
    ...{ vendor: 'kestrel', number: '7702', daysAgo: 9, arrived: 1, term: 60, becomes: 'APPROVED', isYearly: true },
    ...{ description: 'Simulation add-on for a year', lines: [['Add-on', 14_400, 'software', 'engineering']] },
  },
  {
    ...{ vendor: 'office', number: '89377', daysAgo: 6, arrived: 2, term: 75, becomes: 'APPROVED' },
    ...{ description: 'Meeting room screens', lines: [['Three screens', 8_970, 'equipment', 'finance']] },
  },
  {
    ...{ vendor: 'alder', number: '2377', daysAgo: 4, arrived: 1, term: 30, becomes: 'PENDING', currency: 'EUR' },
    ...{ description: 'Freight from Eindhoven', lines: [['Road freight', 2_760, 'travel', 'engineering']] },
  },
  {
    ...{ vendor: 'lumen', number: '117-B', daysAgo: 3, arrived: 5, term: 30, becomes: 'PENDING' },
    description: 'Second region',
    lines: [
      ['Compute', 9_300, 'hosting', 'engineering'],
      ['Storage', 2_115.25, 'hosting', 'engineering'],
    ],
  },
]

const CLERK = 'demo-dana'
const minor = (dollars: number): number => Math.round(dollars * 100)
const numberOf = ({ vendor, number }: Pick<Story, 'vendor' | 'number'>): string => `${VENDORS[vendor].prefix}${number}`

/** The invoice's file, as its vendor sent it. */
const invoicePdf = (story: Story, invoiceDate: string, dueDate: string): Promise<Uint8Array> => {
  const { vendor, lines, currency = 'USD', description, isCredit } = story
  const money = (value: number) => formatMoney({ value, currency })
  const total = lines.reduce((sum, [, dollars]) => sum + minor(dollars), 0)
  return textPdf(VENDORS[vendor].name, [
    [
      { heading: isCredit ? 'Credit note' : 'Invoice' },
      { row: ['From:', VENDORS[vendor].name] },
      { row: ['Invoice number:', numberOf(story)] },
      { row: ['Invoice date:', dayText(invoiceDate)] },
      { row: ['Due date:', dayText(dueDate)] },
      { row: ['Bill to:', 'Brightwater Robotics, Inc.'] },
      { text: description },
      ...lines.map(([memo, dollars]): { row: [string, string] } => ({ row: [memo, money(minor(dollars))] })),
      { row: ['Total amount due', money(total)] },
    ],
  ])
}

export const addInvoice = async (env: Env, userId: string, fileName: string, bytes: Uint8Array): Promise<string> => {
  const { fieldsJson } = await actAs(env, userId, grantUpload, { fileName })
  const { key, policy, signature } = JSON.parse(fieldsJson) as Record<'key' | 'policy' | 'signature', string>
  await actAs(env, userId, storeUpload, { policy, signature, file: new File([bytes as BlobPart], fileName) })
  return (await actAs(env, userId, createInvoiceDocument, { name: key, displayName: fileName })).id
}

const enter = async (env: Env, story: Story): Promise<string> => {
  const { vendor, lines, currency, isCredit, isYearly, description, arrived = 1, term = 30 } = story
  const invoiceDate = addDays(demoDay(demoClock.now()), -arrived)
  const dueDate = addDays(invoiceDate, term)
  const fileName = `${VENDORS[vendor].name.replace(/[^A-Za-z ]/g, '')} ${story.number}.pdf`
  const documentId = await addInvoice(env, CLERK, fileName, await invoicePdf(story, invoiceDate, dueDate))
  const { id: invoiceId } = await actAs(env, CLERK, readInvoiceOfDocument, { documentId })
  const spread = isYearly && { amortizationStartDate: invoiceDate, amortizationEndDate: addDays(invoiceDate, 364) }
  const { id } = await actAs(env, CLERK, createBill, {
    ...{ invoiceId, erpVendorId: VENDORS[vendor].id, erpEntityId: 'books-entity-1', invoiceNumber: numberOf(story) },
    ...{ invoiceDate, dueDate, description, isCredit: isCredit ?? false, ...(currency && { currency }) },
    totalAmount: lines.reduce((sum, [, dollars]) => sum + minor(dollars), 0),
    lines: lines.map(([memo, dollars, account, department]) => ({
      ...{ amount: minor(dollars), memo, erpAccountId: ACCOUNTS[account] },
      ...{ erpDepartmentMappingId: DEPARTMENTS[department], ...spread },
    })),
  })
  return id
}

/** The first approver of each open step decides it, until the bill is decided. */
export const decideAll = async (
  env: Env,
  billId: string,
  status: 'APPROVED' | 'REJECTED',
  comment: string,
): Promise<void> => {
  const { levels, version } = await actAs(env, CLERK, readApprovals, { billId })
  for (const block of levels.flatMap(({ blocks }) => blocks).filter((one) => one.status === 'PENDING')) {
    const approver = block.approvers.find(({ userId }) => userId !== CLERK)
    if (!approver) throw new Error('A bill of the demo company waits for no one')
    demoClock.pass(3)
    await actAs(env, approver.userId, decideBill, {
      ...{ billId, levelGroupStatusId: block.id, status, comment, seenVersion: version },
    })
    if (status === 'REJECTED') return
  }
  await runDue(env, 'bill.settled')
}

/** As a job does it once a bill is entered. */
export const checkBills = async (env: Env, billIds: string[], erpVendorIds: string[] = []): Promise<void> => {
  const context = {
    db: new Database(env.DB, 'first-primary'),
    clock: demoClock,
    log: createLogger({ demo: true }, 'error'),
  }
  await evaluate(context, { companyId: COMPANY_ID, billIds, erpVendorIds })
}

/** Which bills need which approvals. */
export const fillBillRules = async (env: Env, admin: string): Promise<void> => {
  const all = await actAs(env, admin, createBillRuleSet, { name: 'All bills' })
  const finance = { approverType: 'CUSTOM_APPROVERS' as const, approverGroupIds: [`${slug('Finance')}-groups`] }
  await actAs(env, admin, saveBillRuleSetLevels, {
    billRuleSetId: all.id,
    version: 1,
    levels: [{ number: 1, noConditionRules: [{ ...finance, label: 'Finance' }] }],
  })
}

/** The oldest first. */
export const billStories = (env: Env): DatedStory[] =>
  STORIES.map((story) => ({
    daysAgo: story.daysAgo,
    happens: async () => {
      const id = await enter(env, story)
      await checkBills(env, [id])
      if (story.becomes === 'PENDING') return
      demoClock.pass(2)
      if (story.becomes === 'WITHDRAWN') {
        await actAs(env, CLERK, withdraw, { targetType: 'BILL', id, message: story.comment ?? '' })
        return
      }
      if (story.becomes === 'ARCHIVED') {
        await actAs(env, CLERK, setBillArchived, { billId: id, archived: true, message: story.comment ?? '' })
        return
      }
      await decideAll(env, id, story.becomes === 'REJECTED' ? 'REJECTED' : 'APPROVED', story.comment ?? '')
    },
  }))

/** Invoices whose bills no one has entered yet. */
export const fillWaitingInvoices = async (env: Env): Promise<void> => {
  const today = demoDay(demoClock.now())
  const waiting: Story[] = [
    {
      ...{ vendor: 'kestrel', number: '7781', daysAgo: 0, becomes: 'PENDING', description: 'Six more seats' },
      lines: [['Seats, 6', 7_200, 'software', 'engineering']],
    },
    {
      ...{ vendor: 'office', number: '89561', daysAgo: 0, becomes: 'PENDING', description: 'Chairs' },
      lines: [['Chairs, 12', 3_468, 'equipment', 'finance']],
    },
  ]
  for (const story of waiting) {
    const bytes = await invoicePdf(story, addDays(today, -2), addDays(today, 28))
    await addInvoice(env, CLERK, `${VENDORS[story.vendor].name} ${story.number}.pdf`, bytes)
  }
}
