import { beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '../../../schema/shared/calendar.ts'
import { utcDayOf } from '../../../schema/shared/day-count.ts'
import { rowsOfCompany, type Statement, writtenBetween } from '../../support/worker/between.ts'
import { makePaidScene, type PaidScene } from '../../support/worker/bill-payments.ts'
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

const CASES: Record<string, () => Promise<Case>> = {
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
