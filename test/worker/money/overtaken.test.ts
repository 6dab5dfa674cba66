import { beforeEach, describe, expect, it } from 'vitest'
import { type CheckSettings, DEFAULT_CHECK_SETTINGS } from '../../../schema/money/checks/values.ts'
import { addDays } from '../../../schema/shared/calendar.ts'
import { utcDayOf } from '../../../schema/shared/day-count.ts'
import { rowsOfCompany, type Statement, writtenBetween } from '../../support/worker/between.ts'
import { makePaidScene, type PaidScene } from '../../support/worker/bill-payments.ts'
import { run } from '../../support/worker/sessions.ts'
import type { Answer } from '../../support/worker/world.ts'

/** Someone else changes settings around payments after a command has read them and before it writes. */

interface Case {
  call: () => Promise<Answer>
  others: Statement[]
}

let scene: PaidScene
beforeEach(async () => {
  scene = await makePaidScene()
})

const TOLERANCE = { percent: 5, amount: 10_000 }
const MATCHING = '/api/payments/bills/match-settings'
const tolerance = async (): Promise<void> => {
  const made = await scene.admin.call('PUT', MATCHING, { body: TOLERANCE })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
}

const put = (path: string, body: object) => scene.admin.call('PUT', `/api/payments/${path}`, { body })
const checks = (modes: Partial<CheckSettings['modes']>, more: Partial<CheckSettings> = {}): CheckSettings => ({
  ...DEFAULT_CHECK_SETTINGS,
  ...more,
  modes: { ...DEFAULT_CHECK_SETTINGS.modes, ...modes },
})

/** Without these, what is stricter or as it was would loosen what someone has just made stricter, with no second person. */
const GUARDED: Record<string, () => Promise<Case>> = {
  'lowering a limit, when someone lowered it further': async () => {
    await put('limits', { runLimit: 10_000, freeBelow: 0 })
    return {
      call: () => put('limits', { runLimit: 5_000, freeBelow: 0 }),
      others: [['UPDATE payment_limits SET run_limit_minor = 1000 WHERE company_id = ?', scene.company.id]],
    }
  },
  'lowering a company’s first limit, when someone lowered it further': async () => ({
    call: () => put('limits', { runLimit: 5_000, freeBelow: 0 }),
    others: [
      [
        'INSERT INTO payment_limits (company_id, run_limit_minor, free_below_minor, updated_at) VALUES (?, 1000, 0, 1)',
        scene.company.id,
      ],
    ],
  }),
  'making checks stricter, when someone made another one stricter': async () => {
    await put('check-settings', checks({ FIRST_PAYMENT: 'HOLD' }))
    return {
      call: () => put('check-settings', checks({ FIRST_PAYMENT: 'HOLD', SPLIT: 'HOLD' })),
      others: [
        [
          "UPDATE check_settings SET settings = json_set(settings, '$.modes.OFF_HOURS', 'HOLD') WHERE company_id = ?",
          scene.company.id,
        ],
      ],
    }
  },
  'making checks stricter for the first time, when someone did': async () => ({
    call: () => put('check-settings', checks({ SPLIT: 'HOLD' })),
    others: [
      [
        'INSERT INTO check_settings (company_id, settings, updated_at) VALUES (?, ?, 1)',
        ...[scene.company.id, JSON.stringify(checks({ FIRST_PAYMENT: 'HOLD' }))],
      ],
    ],
  }),
  'keeping who confirms bank details, when someone chose others': async () => {
    const [before, after] = [await scene.company.add('groups', 'Before'), await scene.company.add('groups', 'After')]
    const { userId } = await scene.company.addPerson({ flags: ['hasPaymentsAccess'] })
    for (const groupId of [before, after]) await scene.company.addToGroup(groupId, userId)
    await run(
      'INSERT INTO payment_information_approvers (company_id, group_id) VALUES (?, ?)',
      scene.company.id,
      before,
    )
    return {
      call: () => scene.admin.post('/api/payments/payment-information-approvers', { groupIds: [before] }),
      others: [
        ['UPDATE payment_information_approvers SET group_id = ?2 WHERE company_id = ?1', ...[scene.company.id, after]],
      ],
    }
  },
}

const CASES: Record<string, () => Promise<Case>> = {
  ...GUARDED,
  'lifting a silence, when someone lifted it': async () => {
    const body = {
      rule: 'FIRST_PAYMENT',
      erpVendorId: scene.erpVendorId,
      reason: 'Known',
      until: addDays(utcDayOf(Date.now()), 300),
    }
    const { body: made } = await scene.colleague.post('/api/payments/check-silences', body)
    return {
      call: () => scene.colleague.call('DELETE', `/api/payments/check-silences/${made.id}`),
      others: [['UPDATE check_silences SET ended_at = 1 WHERE id = ?', made.id]],
    }
  },
  'removing an employee’s account, when someone removed it': async () => {
    const account = { employeeName: 'Eve', routingNumber: '110000000', accountNumber: '000999888777' }
    const { body: made } = await scene.admin.post('/api/payments/employee-accounts', account)
    return {
      call: () => scene.admin.call('DELETE', `/api/payments/employee-accounts/${made.id}`),
      others: [['DELETE FROM employee_bank_accounts WHERE id = ?', made.id]],
    }
  },
  'changing the tolerance of bills, when someone changed it': async () => {
    await tolerance()
    return {
      call: () => scene.admin.call('PUT', MATCHING, { body: { ...TOLERANCE, percent: 7, version: 1 } }),
      others: [['UPDATE bill_match_settings SET version = version + 1 WHERE company_id = ?', scene.company.id]],
    }
  },
}

describe('a command whose facts change before it writes', () => {
  it.each(Object.keys(CASES))('%s, is refused and nothing is written', async (name) => {
    const { call, others } = await (CASES[name] as () => Promise<Case>)()
    const { answer, seen } = await writtenBetween(scene.company.id, call, others)
    expect(answer.status, JSON.stringify(answer.body)).toBe(409)
    expect(await rowsOfCompany(scene.company.id)).toEqual(seen)
  })

  it.each(Object.keys(CASES))('what would be refused goes through if nothing changes: %s', async (name) => {
    const { call } = await (CASES[name] as () => Promise<Case>)()
    const { answer } = await writtenBetween(scene.company.id, call, [])
    expect([200, 204], JSON.stringify(answer.body)).toContain(answer.status)
  })
})
