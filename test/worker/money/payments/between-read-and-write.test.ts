import { beforeEach, describe, expect, it } from 'vitest'
import { type Access, operations } from '../../../../worker/core/operation.ts'
import { rowsOfCompany, type Statement, writtenBetween } from '../../../support/worker/between.ts'
import { approvedPayment, makePaidScene, morePayments, type PaidScene } from '../../../support/worker/bill-payments.ts'
import { addErp } from '../../../support/worker/bills.ts'
import { check, findings } from '../../../support/worker/checks.ts'
import { settled } from '../../../support/worker/payments.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { addDetails } from '../../../support/worker/vendor-bank-details.ts'
import type { Answer } from '../../../support/worker/world.ts'

/**
 * Someone else writes after a command of money has read and before it writes. Then it answers 409 and writes nothing: no
 * row, no history, no effect.
 */

let scene: PaidScene
let paymentId: string
let billId: string
beforeEach(async () => {
  scene = await makePaidScene()
  const made = await approvedPayment(scene)
  const [copy = ''] = await morePayments(scene, made, 1)
  ;[paymentId, billId] = [copy, (await billOf(copy)) ?? '']
  entered = await addDetails(scene.company.id, scene.erpVendorId, { createdBy: scene.people.clerk.userId })
  await set('vendor_bank_details', "state = 'REJECTED'", entered)
})

const billOf = async (id: string) =>
  (await rows<{ id: string }>('SELECT bill_id AS id FROM bill_payments WHERE id = ?', id))[0]?.id
const setting = (table: string, values: string, id: string): Statement => [
  `UPDATE ${table} SET ${values} WHERE id = ?`,
  id,
]
const touching = (table: string, id: string): Statement => setting(table, 'version = version + 1', id)
const set = (table: string, values: string, id: string) => run(...setting(table, values, id))
const mutate = (field: string) => scene.clerk.post('/graphql', { query: `mutation { ${field} { id } }` })

const touchPayment = () => [touching('bill_payments', paymentId)]
let entered = ''
/** What makes a payment stay, by the time that it is written. */
const STAYS: Record<string, () => Statement[]> = {
  'the payment was changed': touchPayment,
  'its bill was changed': () => [setting('bills', 'run = run + 1', billId)],
  'its bill was deleted': () => [setting('bills', 'deleted_at = 1', billId)],
  'its details were deleted': () => [setting('vendor_bank_details', "state = 'DELETED'", scene.details)],
  'new details of the vendor wait': () => [setting('vendor_bank_details', "is_change = 1, state = 'WAITING'", entered)],
  'new details of the vendor are in quarantine': () => [
    setting('vendor_bank_details', `is_change = 1, held_until = ${Date.now() + 60_000}`, scene.details),
  ],
  'a check holds it': () => [
    [
      `INSERT INTO check_findings (id, company_id, rule, state, is_blocking, erp_vendor_id, bill_id, why, found_at, updated_at)
       VALUES (?1, ?2, 'DUPLICATE', 'OPEN', 1, ?3, ?4, 'Twice', 1, 1)`,
      ...[`finding-${billId}`, scene.company.id, scene.erpVendorId, billId],
    ],
    [
      `INSERT INTO check_subjects (company_id, finding_id, subject_id, kind, is_held) VALUES (?, ?, ?, 'BILL', 1)`,
      ...[scene.company.id, `finding-${billId}`, billId],
    ],
  ],
}

interface Case {
  /** The id of the operation. */
  of: string
  prepare?: () => Promise<unknown>
  call: () => Promise<Answer>
  others: Record<string, () => Statement[]>
}

const START = (payWhen: 'NOW' | 'DUE') =>
  scene.colleague.post('/api/payments/payment-runs', {
    ...{ billPaymentIds: [paymentId], paymentMethodId: scene.bank, payWhen },
  })
let waitingRun = ''
const askForSecond = async (payWhen: 'NOW' | 'DUE') => {
  await scene.admin.call('PUT', '/api/payments/limits', { body: { runLimit: 0, freeBelow: 0 } })
  waitingRun = (await START(payWhen)).body.id
}
const decideRun = (shouldConfirm: boolean) =>
  scene.admin.post(`/api/payments/payment-runs/${waitingRun}/decide`, { shouldConfirm })
const touchRun = { 'the run was decided': () => [touching('payment_runs', waitingRun)] }
const changed = { 'the payment was changed': touchPayment }
const dueLater = () => set('bill_payments', "due_date = '2099-01-20'", paymentId)
let waitingDetails = ''
const enterDetails = async () => {
  const { company, erpVendorId, people } = scene
  waitingDetails = await addDetails(company.id, erpVendorId, { createdBy: people.clerk.userId })
}
const detailsChanged = { 'the details were changed': () => [touching('vendor_bank_details', waitingDetails)] }
const decideDetails = (should: boolean) =>
  scene.admin.post('/graphql', {
    query: `mutation { confirmErpVendorPaymentInformation(id: "${waitingDetails}", shouldConfirm: ${should}) { id } }`,
  })
const bankChanged = { 'the bank account was changed': () => [touching('payment_methods', scene.bank)] }
let findingId = ''
let entryId = ''
const entryOfBill = async () => {
  const [row] = await rows<{ id: string }>('SELECT id FROM ledger_syncs WHERE company_id = ?', scene.company.id)
  entryId = row?.id ?? ''
}

const CASES: Record<string, Case> = {
  start: {
    of: 'payments.start-bill-payment-process',
    call: () => scene.colleague.post(`/api/payments/start-bill-payment-process/${paymentId}/${scene.bank}`),
    others: STAYS,
  },
  schedule: {
    of: 'payments.schedule-bill-payment',
    call: () =>
      scene.colleague.post(`/api/payments/bill-payments/${paymentId}/schedule`, {
        ...{ paymentMethodId: scene.bank, payOn: null },
      }),
    others: STAYS,
  },
  'start together': { of: 'payments.create-run', call: () => START('NOW'), others: STAYS },
  'schedule together': { of: 'payments.create-run', prepare: dueLater, call: () => START('DUE'), others: STAYS },
  'confirm a run': {
    ...{ of: 'payments.decide-run', prepare: () => askForSecond('NOW'), call: () => decideRun(true) },
    get others() {
      return { ...STAYS, ...touchRun }
    },
  },
  'reject a run': {
    ...{
      of: 'payments.decide-run',
      prepare: () => askForSecond('NOW'),
      call: () => decideRun(false),
      others: touchRun,
    },
  },
  'choose a bank account': {
    of: 'payments.update-bill-payment-method',
    call: () => mutate(`updateBillPaymentMethod(billPaymentId: "${paymentId}", paymentMethodId: "${scene.bank}")`),
    others: changed,
  },
  cancel: {
    of: 'payments.cancel-bill-payment',
    call: () => mutate(`cancelBillPayment(billPaymentId: "${paymentId}")`),
    others: changed,
  },
  unschedule: {
    of: 'payments.unschedule-bill-payment',
    prepare: () =>
      set('bill_payments', `pay_on = '2099-01-20', pay_on_by_user_id = '${scene.people.colleague.userId}'`, paymentId),
    call: () => scene.clerk.call('DELETE', `/api/payments/bill-payments/${paymentId}/schedule`),
    others: changed,
  },
  'mark as paid outside': {
    of: 'payments.update-bill-payment-paid-outside',
    call: () => mutate(`updateBillPaymentPaidOutside(id: "${paymentId}", isPaidOutside: true)`),
    others: changed,
  },
  'mark as not paid outside': {
    of: 'payments.update-bill-payment-paid-outside',
    prepare: () => mutate(`updateBillPaymentPaidOutside(id: "${paymentId}", isPaidOutside: true)`),
    call: () => mutate(`updateBillPaymentPaidOutside(id: "${paymentId}", isPaidOutside: false)`),
    others: changed,
  },
  'choose details': {
    of: 'payments.add-payment-information-to-bill-payment',
    call: () =>
      mutate(
        `addErpVendorPaymentInformationToBillPayment(input: { billPaymentId: "${paymentId}", erpVendorPaymentInformationId: "${scene.details}" })`,
      ),
    others: changed,
  },
  'confirm details': {
    ...{ of: 'payments.confirm-payment-information', prepare: enterDetails, call: () => decideDetails(true) },
    others: detailsChanged,
  },
  'reject details': {
    ...{ of: 'payments.confirm-payment-information', prepare: enterDetails, call: () => decideDetails(false) },
    others: detailsChanged,
  },
  'delete details': {
    of: 'payments.delete-payment-information',
    prepare: enterDetails,
    call: () => mutate(`deleteErpVendorPaymentInformation(id: "${waitingDetails}")`),
    others: detailsChanged,
  },
  'make a bank account the default': {
    of: 'payments.set-default-payment-method',
    prepare: () => set('payment_methods', 'is_default = 0', scene.bank),
    call: () => scene.admin.post(`/api/payments/payment-methods/${scene.bank}/set-default`),
    others: bankChanged,
  },
  'attach a bank account': {
    of: 'payments.attach-to-erp-entity',
    call: () =>
      scene.admin.post(`/api/payments/payment-methods/${scene.bank}/attach-to-erp-entity`, {
        erpEntityId: scene.erpEntityId,
      }),
    others: bankChanged,
  },
  'remove a bank account': {
    of: 'payments.delete-payment-method',
    // Nothing is to be paid with it.
    prepare: () => run('UPDATE bill_payments SET payment_method_id = NULL WHERE company_id = ?', scene.company.id),
    call: () => scene.admin.call('DELETE', `/api/payments/payment-methods/${scene.bank}`),
    others: bankChanged,
  },
  'release a finding': {
    of: 'checks.decide',
    prepare: async () => {
      const { company, clerk } = scene
      const other = await addErp(company.id, 'VENDOR', 'New vendor')
      await set('bills', `erp_vendor_id = '${other}', total_minor = 5000000, company_minor = 5000000`, billId)
      await check(scene, [billId])
      const found = (await findings(clerk, '&rule=FIRST_PAYMENT')).find(({ bill }) => bill?.id === billId)
      findingId = found?.id ?? ''
    },
    call: () =>
      scene.colleague.post(`/api/payments/checks/${findingId}/decide`, { decision: 'RELEASED', note: 'Called them' }),
    others: { 'someone else decided': () => [touching('check_findings', findingId)] },
  },
  'delete an entry for the accounting system': {
    of: 'payments.delete-gl-bill-entry',
    prepare: entryOfBill,
    call: () => scene.clerk.call('DELETE', `/api/payments/general-ledger-entries/bill/${entryId}`),
    others: {
      'it was sent': () => [setting('ledger_syncs', "erp_id = 'there', state = 'SYNCED'", entryId)],
      'it was deleted': () => [setting('ledger_syncs', 'deleted_at = 1', entryId)],
    },
  },
}

const isRefused = ({ status, body }: Answer): boolean =>
  status === 409 || body.errors?.[0]?.extensions?.code === 'CONFLICT'

describe('a command whose facts change before it writes', () => {
  it.each(
    Object.entries(CASES).flatMap(([name, one]) => Object.keys(one.others).map((other) => [name, other] as const)),
  )('%s: it is refused with 409 and nothing is written if %s meanwhile', async (name, other) => {
    const { prepare, call, others } = CASES[name] as Case
    await prepare?.()
    await settled()
    const statements = (others[other] as () => Statement[])()
    const { answer, seen } = await writtenBetween(scene.company.id, call, statements)
    expect(isRefused(answer), JSON.stringify(answer.body)).toBe(true)
    expect(await rowsOfCompany(scene.company.id)).toEqual(seen)
  })

  it.each(Object.entries(CASES))('%s: it goes through if nothing changes', async (_, { prepare, call }) => {
    await prepare?.()
    const { answer } = await writtenBetween(scene.company.id, call, [])
    expect([answer.status, answer.body.errors]).toEqual([200, undefined])
  })
})

describe('commands of payments', () => {
  /** Those that write what no one else can have changed, or that win over what was there. */
  const UNGUARDED = [
    'payments.add-manual-payment-information',
    'payments.check-account',
    'payments.create-account',
    'payments.create-setup-intent',
    'payments.delete-invoice',
    'payments.forget-invoice-lesson',
    'payments.invite-to-add-payment-information',
    'payments.load-funds',
    'payments.reject-invoice',
    'payments.renew-invoice-address',
    'payments.reveal-payment-information',
    'payments.save-payment-information-approvers',
    'payments.send-remittance-email',
    'payments.set-limits',
    'payments.set-vendor-invoice-settings',
    'payments.take-shared-payment-information',
    'payments.transfer-funds',
    'payments.update-erp-vendor-payment-information',
  ]

  it('each is tried with someone else’s change, or is known to need no guard', () => {
    const own: Access[] = ['payments.use', 'payments.configure', 'payments.guard']
    const tried = new Set(Object.values(CASES).map(({ of }) => of))
    const left = operations()
      .filter(({ id, access, kind }) => kind === 'command' && id.startsWith('payments.') && own.includes(access))
      .map(({ id }) => id)
      .filter((id) => !tried.has(id))
    expect(left.toSorted()).toEqual(UNGUARDED)
  })
})
