import { describe, expect, it } from 'vitest'
import { paymentsVerdict } from '../../../web/features/payments/gate.ts'

const state = (paymentsEnabled: boolean, paymentsOnboarded: boolean) => ({ paymentsEnabled, paymentsOnboarded })
const NEEDS = ['ENABLED', 'ONBOARDED'] as const

describe('a page of payments', () => {
  it.each(NEEDS)('that needs %s waits while it is not known how far the company is', (need) => {
    expect(paymentsVerdict(undefined, need)).toBe('WAIT')
  })

  it.each(NEEDS)('that needs %s does not exist where payments are not enabled, onboarded or not', (need) => {
    expect([false, true].map((onboarded) => paymentsVerdict(state(false, onboarded), need))).toEqual([
      'NOT_FOUND',
      'NOT_FOUND',
    ])
  })

  it('leads to onboarding where that is still to come, unless it only needs the enabled check', () => {
    expect(paymentsVerdict(state(true, false), 'ONBOARDED')).toBe('ONBOARDING')
    expect(paymentsVerdict(state(true, false), 'ENABLED')).toBe('OPEN')
  })

  it.each(NEEDS)('that needs %s opens where payments are enabled and onboarded', (need) => {
    expect(paymentsVerdict(state(true, true), need)).toBe('OPEN')
  })
})
