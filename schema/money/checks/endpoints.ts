import { z } from 'zod'
import { waits } from '../../platform/guarded/endpoints.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { fileOf, listOf } from '../../shared/list.ts'
import { choiceFilter, lookupFilter } from '../../shared/list-filters.ts'
import { money } from '../../shared/money.ts'
import { calendarDate, id, instant, named, requiredText, shownDate } from '../../shared/values.ts'
import { accountNumber, routingNumber } from '../../vendors/portal/values.ts'
import { DETAILS_STATES } from '../payments/details-values.ts'
import {
  CHECK_DECISIONS,
  CHECK_RULE_WORDS,
  CHECK_RULES,
  CHECK_STATE_WORDS,
  CHECK_STATES,
  checkSettings,
} from './values.ts'

/** Checks of bills and bank details before money leaves. */

export const findingRow = z.object({
  id: z.string(),
  rule: z.enum(CHECK_RULES),
  state: z.enum(CHECK_STATES),
  /** Payments wait while it is open. */
  isBlocking: z.boolean(),
  /** In words. */
  why: z.string(),
  erpVendor: named,
  bill: z.object({ id: z.string(), invoiceNumber: z.string(), amount: money }).nullable(),
  foundAt: instant,
  decidedBy: named.nullable(),
  decidedAt: instant.nullable(),
})
export type FindingRow = z.infer<typeof findingRow>

/** Open ones without another choice. */
const LISTED_STATES = [...CHECK_STATES, 'ALL'] as const
const stateFilter = {
  ...choiceFilter(LISTED_STATES, { ...CHECK_STATE_WORDS, ALL: 'All' }, { label: 'Status' }),
  ...{ schema: z.enum(LISTED_STATES).default('OPEN'), usual: 'OPEN' },
}

export const checkFilters = {
  filter: stateFilter,
  rule: choiceFilter(CHECK_RULES, CHECK_RULE_WORDS, { label: 'Check' }),
  erpVendorId: lookupFilter('erp-vendor', { label: 'Vendor' }),
} as const

export const checkList = listOf({
  name: 'checks',
  path: '/api/payments/checks',
  noun: 'finding',
  nouns: 'findings',
  summary: 'What checks found about bills and bank details, newest first: open findings without another status',
  filters: checkFilters,
  sorts: ['foundAt'],
  mostSorts: 1,
  node: findingRow,
})
export type CheckListQuery = z.output<typeof checkList.query>
export const checkFile = fileOf(checkList, 'Findings with the same filters, as CSV')

const params = z.object({ findingId: id })

const comparedBill = z.object({
  id: z.string(),
  erpVendor: named,
  invoiceNumber: z.string(),
  invoiceDate: shownDate,
  dueDate: shownDate.nullable(),
  amount: money,
  description: z.string(),
  status: z.string(),
  createdBy: named,
  createdAt: instant,
  /** Its payment waits while the finding is open. */
  isHeld: z.boolean(),
  billPaymentId: z.string().nullable(),
  /** The invoice's file. */
  documentId: z.string().nullable(),
})
const comparedDetails = z.object({
  id: z.string(),
  erpVendor: named,
  accountHolderName: z.string(),
  /** Masked. */
  accountNumber: z.string(),
  routingNumber: z.string(),
  remittanceEmail: z.string(),
  status: z.enum(DETAILS_STATES),
  createdBy: named,
  createdAt: instant,
  isHeld: z.boolean(),
})
export const getFinding = endpoint({
  id: 'checks.get',
  method: 'GET',
  path: '/api/payments/checks/{findingId}',
  summary: 'A finding with the bills and bank details that it compares',
  params,
  response: findingRow.extend({
    note: z.string(),
    bills: z.array(comparedBill),
    details: z.array(comparedDetails),
    employees: z.array(z.object({ id: z.string(), name: z.string(), accountNumber: z.string() })),
    /** Why this person can’t decide. Null if they can. */
    decisionFault: z.string().nullable(),
    /** Who can, if only what this person did keeps them from it, in words. */
    decidableBy: z.string().nullable(),
    /** The money is on its way or gone, so that a rejection would stop nothing. */
    hasLeft: z.boolean(),
    version: z.number(),
  }),
})
export type Finding = z.infer<typeof getFinding.response>

export const decideFinding = endpoint({
  id: 'checks.decide',
  method: 'POST',
  path: '/api/payments/checks/{findingId}/decide',
  summary: 'Release what a finding holds, or reject it. Someone else than who entered it does so, with a reason',
  params,
  body: z.object({
    decision: z.enum(CHECK_DECISIONS, { error: 'Release or reject it' }),
    note: requiredText(1000),
  }),
  response: z.object({ id: z.string(), state: z.enum(CHECK_STATES) }),
})

export const findingsOfBill = endpoint({
  id: 'checks.of-bill',
  method: 'GET',
  path: '/api/payments/bills/{billId}/checks',
  summary: 'Findings about a bill, or about the bank details that it is paid to',
  params: z.object({ billId: id }),
  response: z.object({ findings: z.array(findingRow), isHeld: z.boolean() }),
})
export type FindingsOfBill = z.infer<typeof findingsOfBill.response>

export const CHECK_MONTHS = 12
export const checkMonths = endpoint({
  id: 'checks.months',
  method: 'GET',
  path: '/api/payments/check-months',
  summary: `How much checks found, and people released and rejected, in each of the last ${CHECK_MONTHS} months`,
  response: z.object({
    months: z.array(z.object({ month: z.string(), found: z.number(), released: z.number(), rejected: z.number() })),
    rules: z.array(
      z.object({ rule: z.enum(CHECK_RULES), found: z.number(), released: z.number(), rejected: z.number() }),
    ),
  }),
})
export type CheckMonths = z.infer<typeof checkMonths.response>

const settings = z.object({ settings: checkSettings, currency: z.string() })
export const getCheckSettings = endpoint({
  id: 'checks.get-settings',
  method: 'GET',
  path: '/api/payments/check-settings',
  summary: 'What checks look for, and from which amounts on, in minor units of the company’s currency',
  response: settings,
})
export const setCheckSettings = endpoint({
  id: 'checks.set-settings',
  method: 'PUT',
  path: '/api/payments/check-settings',
  summary: 'Set what checks look for. Bills and bank details are measured by it from then on',
  body: checkSettings,
  response: checkSettings.safeExtend({ waits: waits.optional() }),
})

const silence = z.object({
  id: z.string(),
  rule: z.enum(CHECK_RULES),
  erpVendor: named,
  reason: z.string(),
  until: z.string(),
  createdBy: named,
  createdAt: instant,
})
export type CheckSilence = z.infer<typeof silence>
export const listSilences = endpoint({
  id: 'checks.silences',
  method: 'GET',
  path: '/api/payments/check-silences',
  summary: 'False alarms that don’t count now: a check of a vendor, until a day',
  response: z.array(silence),
})
export const createSilence = endpoint({
  id: 'checks.silence',
  method: 'POST',
  path: '/api/payments/check-silences',
  summary: 'Silence a check of a vendor until a day. What the same person enters is checked all the same',
  body: z.object({
    rule: z.enum(CHECK_RULES, { error: 'Choose a check' }),
    erpVendorId: id,
    reason: requiredText(500),
    until: calendarDate,
  }),
  response: z.object({ id: z.string() }),
})
export const liftSilence = endpoint({
  id: 'checks.lift-silence',
  method: 'DELETE',
  path: '/api/payments/check-silences/{silenceId}',
  summary: 'Lift a silence before its day',
  params: z.object({ silenceId: id }),
  response: z.null(),
})

const employeeAccount = z.object({
  id: z.string(),
  employeeName: z.string(),
  /** Masked. The number itself isn’t kept. */
  accountNumber: z.string(),
  createdBy: named,
  createdAt: instant,
})
export type EmployeeAccount = z.infer<typeof employeeAccount>
export const listEmployeeAccounts = endpoint({
  id: 'checks.employee-accounts',
  method: 'GET',
  path: '/api/payments/employee-accounts',
  summary: 'Employees’ bank accounts that vendors’ accounts are compared with, by their last four digits',
  response: z.object({ accounts: z.array(employeeAccount), hasMore: z.boolean() }),
})
export const addEmployeeAccount = endpoint({
  id: 'checks.add-employee-account',
  method: 'POST',
  path: '/api/payments/employee-accounts',
  summary: 'Add an employee’s bank account to compare with. Its number isn’t kept',
  body: z.object({ employeeName: requiredText(200), routingNumber, accountNumber }),
  response: z.object({ id: z.string() }),
})
export const removeEmployeeAccount = endpoint({
  id: 'checks.remove-employee-account',
  method: 'DELETE',
  path: '/api/payments/employee-accounts/{accountId}',
  summary: 'Remove an employee’s bank account',
  params: z.object({ accountId: id }),
  response: z.null(),
})
