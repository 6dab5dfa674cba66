import { describe, expect, it } from 'vitest'
import { CHECK_RULES, type CheckRule, DEFAULT_CHECK_SETTINGS } from '../../../../schema/money/checks/values.ts'
import type { StayReason } from '../../../../schema/money/payments/stay-reasons.ts'
import { addErp } from '../../../support/worker/bills.ts'
import { addBill, markAccount } from '../../../support/worker/checks.ts'
import {
  ALL_DOORS,
  type Door,
  doors,
  isAsItWas,
  type Made,
  makeReadyPayment,
  set,
} from '../../../support/worker/payment-doors.ts'
import { confirmGuarded } from '../../../support/worker/payments.ts'
import { run } from '../../../support/worker/sessions.ts'
import { addDetails } from '../../../support/worker/vendor-bank-details.ts'

/** Every reason for which a payment stays, at every door that starts payments. The lists are the product's own. */

interface Case {
  words: string
  arrange: (made: Made) => Promise<unknown>
  at: Door[]
}

const REASONS: Record<StayReason, Case> = {
  OTHER_CURRENCY: {
    words: 'Only bills in US dollars are paid from here.',
    arrange: ({ paymentId }) => set('bill_payments', "currency = 'EUR'", paymentId),
    at: ALL_DOORS,
  },
  BILL_NOT_APPROVED: {
    words: 'The bill isn’t approved as this payment was made for',
    arrange: ({ billId }) => set('bills', 'run = run + 1', billId),
    at: ALL_DOORS,
  },
  NOTHING_TO_PAY: {
    words: 'There is nothing to pay: the bill comes to zero.',
    arrange: ({ paymentId }) => set('bill_payments', 'amount_minor = 0', paymentId),
    at: ALL_DOORS,
  },
  NO_DETAILS: {
    words: 'Confirmed bank details are missing.',
    arrange: ({ paymentId }) => set('bill_payments', "status = 'PENDING', details_id = NULL", paymentId),
    at: ALL_DOORS,
  },
  DETAILS_DELETED: {
    words: 'The bank details of this payment were deleted.',
    arrange: ({ details }) => set('vendor_bank_details', "state = 'DELETED'", details),
    at: ALL_DOORS,
  },
  QUARANTINE: {
    words: 'New bank details of this vendor are in quarantine',
    arrange: async ({ company, erpVendorId, people }) => {
      const changed = await addDetails(company.id, erpVendorId, { createdBy: people.clerk.userId })
      await set('vendor_bank_details', 'is_change = 1', changed)
    },
    at: ALL_DOORS,
  },
  NOT_READY: {
    words: 'It isn’t ready to be paid.',
    arrange: ({ paymentId }) => set('bill_payments', "status = 'REJECTED'", paymentId),
    at: ['preview', 'run', 'day'],
  },
  IN_RUN: {
    words: 'It’s in payments that wait for a second person to confirm them.',
    arrange: ({ company, paymentId, bank, people }) =>
      run(
        `INSERT INTO payment_runs (id, company_id, status, payment_method_id, payment_ids, payment_count, total_minor,
           created_by_user_id, created_at) VALUES (?, ?, 'WAITING', ?, json_array(?), 1, 1, ?, 1)`,
        ...[`run-${paymentId}`, company.id, bank, paymentId, people.clerk.userId],
      ),
    at: ['preview', 'run'],
  },
  NO_ACCESS: {
    words: 'Who scheduled it may no longer make payments.',
    arrange: ({ people }) =>
      run('UPDATE company_memberships SET has_payments_access = 0 WHERE user_id = ?', people.colleague.userId),
    at: ['day'],
  },
  ACCOUNT_NOT_READY: {
    words: 'The payments account isn’t ready.',
    arrange: ({ company }) => run("UPDATE payments_accounts SET state = 'SUBMITTED' WHERE company_id = ?", company.id),
    at: ['day'],
  },
  BANK_REMOVED: {
    words: 'The bank account that it is paid from was removed.',
    arrange: ({ bank }) => set('payment_methods', "state = 'REMOVED'", bank),
    at: ['day'],
  },
}

describe('a reason for which a payment stays', () => {
  it.each(Object.entries(REASONS))('%s keeps it at every door, in words, and nothing is sent', async (_, reason) => {
    const made = await makeReadyPayment()
    await reason.arrange(made)
    for (const door of reason.at) {
      expect([door, await doors[door](made)]).toEqual([door, expect.stringContaining(reason.words)])
      await isAsItWas(made)
    }
  })

  it.each([
    ['isn’t decided', "status = 'PENDING'"],
    ['is rejected', "status = 'REJECTED'"],
    ['is paid', 'paid_at = 1'],
    ['is deleted', 'deleted_at = 1'],
  ])('a bill that %s isn’t paid', async (_, values) => {
    const made = await makeReadyPayment()
    await set('bills', values, made.billId)
    for (const door of ['start', 'schedule', 'preview', 'run', 'day'] as const)
      expect([door, await doors[door](made)]).toEqual([door, expect.stringContaining('isn’t approved')])
    await isAsItWas(made)
  })

  it.each(['REJECTED', 'PROCESSING', 'PAID', 'PAID_OUTSIDE', 'FAILED', 'RETURNED', 'CANCELLED'])(
    'one that is %s is not among those that are started together',
    async (status) => {
      const made = await makeReadyPayment()
      await set('bill_payments', `status = '${status}'`, made.paymentId)
      expect(await doors.preview(made)).toBe('It isn’t ready to be paid.')
      expect(await doors.run(made)).toContain('It isn’t ready to be paid.')
      expect(await doors.day(made)).toBe('It isn’t ready to be paid.')
    },
  )

  it('no one starts what they entered or whose bank details they confirmed, at any door', async () => {
    const made = await makeReadyPayment()
    await set('bill_payments', `bill_created_by_user_id = '${made.people.colleague.userId}'`, made.paymentId)
    for (const door of ALL_DOORS)
      expect([door, await doors[door](made)]).toEqual([door, expect.stringContaining('You entered this bill')])
    await set('bill_payments', `bill_created_by_user_id = '${made.people.clerk.userId}'`, made.paymentId)
    await set('vendor_bank_details', `confirmed_by_user_id = '${made.people.colleague.userId}'`, made.details)
    for (const door of ALL_DOORS)
      expect([door, await doors[door](made)]).toEqual([
        ...[door, expect.stringContaining('You confirmed these bank details')],
      ])
    await isAsItWas(made)
  })
})

describe('a check that holds payments', () => {
  const bill = (made: Made, more: object) =>
    addBill(made, { erpVendorId: made.erpVendorId, createdAt: Date.now() - 60_000, ...more })
  const HELD: Record<CheckRule, { words: string; settings?: object; arrange: (made: Made) => Promise<unknown> }> = {
    DUPLICATE: {
      words: 'possible duplicate',
      arrange: async (made) => {
        await set('bills', "invoice_number = 'A-1', invoice_key = 'a-1'", made.billId)
        await bill(made, { number: 'A-1', createdAt: 1 })
      },
    },
    SIMILAR: { words: 'same amount again', arrange: (made) => bill(made, { amount: 10_000, createdAt: 1 }) },
    SPLIT: {
      words: 'split below a limit',
      settings: { splitLimit: 15_000 },
      arrange: (made) => bill(made, { amount: 5_000 }),
    },
    FIRST_PAYMENT: {
      ...{ words: 'large first payment', settings: { firstPaymentLimit: 10_000 }, arrange: async () => undefined },
    },
    NUMBER_PATTERN: {
      words: 'unusual invoice number',
      arrange: async (made) => {
        await set('bills', "invoice_number = 'Rent October', invoice_key = 'rentoctober'", made.billId)
        for (let at = 1; at <= 5; at += 1) await bill(made, { number: `N-${at}`, amount: at, createdAt: at })
      },
    },
    CHANGED_DETAILS: {
      words: 'changed bank details',
      arrange: ({ details }) => set('vendor_bank_details', 'is_change = 1, held_until = 0', details),
    },
    NEW_DETAILS: { words: 'new bank details', arrange: async () => undefined },
    SHARED_ACCOUNT: {
      words: 'bank account of two vendors',
      arrange: async ({ company, details, people }) => {
        const other = await addErp(company.id, 'VENDOR', 'Other vendor')
        const theirs = await addDetails(company.id, other, { createdBy: people.clerk.userId, state: 'CONFIRMED' })
        await run('UPDATE vendor_bank_details SET created_at = 1 WHERE id = ?', theirs)
        await markAccount(company.id, theirs, '000123456789')
        await markAccount(company.id, details, '000123456789')
      },
    },
    EMPLOYEE_ACCOUNT: {
      words: 'bank account of an employee',
      arrange: async ({ company, details, admin }) => {
        await markAccount(company.id, details, '000123456789')
        const added = await admin.post('/api/payments/employee-accounts', {
          ...{ employeeName: 'Ida', routingNumber: '110000000', accountNumber: '000123456789' },
        })
        expect(added.status).toBe(200)
      },
    },
    OFF_HOURS: {
      words: 'night or weekend',
      arrange: ({ company, billId }) =>
        run(
          `INSERT INTO bill_versions (bill_id, version, company_id, content, changed_by_name, changed_at)
           VALUES (?, 1, ?, '{}', 'Cleo', ?)`,
          ...[billId, company.id, Date.parse('2026-11-21T12:00:00Z')],
        ),
    },
  }

  it.each(CHECK_RULES)(
    '%s holds a payment where the company says so, and only lists it where it doesn’t',
    async (rule) => {
      const made = await makeReadyPayment()
      const { words, settings = {}, arrange } = HELD[rule]
      const only = (mode: string) => ({ ...Object.fromEntries(CHECK_RULES.map((each) => [each, 'OFF'])), [rule]: mode })
      const choose = async (mode: string) => {
        const body = { ...DEFAULT_CHECK_SETTINGS, timeZone: 'UTC', ...settings, modes: only(mode) }
        expect((await made.admin.call('PUT', '/api/payments/check-settings', { body })).status).toBe(200)
        await confirmGuarded(made.company)
      }
      await choose('HOLD')
      await arrange(made)
      const held = expect.stringContaining(`A check holds this payment (${words})`)
      for (const door of ['start', 'schedule', 'run', 'preview', 'page', 'day'] as const)
        expect([door, await doors[door](made)]).toEqual([door, held])
      await isAsItWas(made)
      await choose('TELL')
      expect(await doors.start(made)).toBe('Started')
    },
  )

  it('without a choice of its own a company holds what is certain to be wrong or costly, and lists the rest', () => {
    expect(DEFAULT_CHECK_SETTINGS.modes).toEqual({
      ...{ DUPLICATE: 'HOLD', SIMILAR: 'TELL', SPLIT: 'TELL', FIRST_PAYMENT: 'HOLD', NUMBER_PATTERN: 'TELL' },
      ...{ CHANGED_DETAILS: 'HOLD', NEW_DETAILS: 'TELL', SHARED_ACCOUNT: 'HOLD', EMPLOYEE_ACCOUNT: 'HOLD' },
      OFF_HOURS: 'TELL',
    })
  })
})
