import { describe, expect, it } from 'vitest'
import { paymentsVerdict } from '../../../../web/features/money/payments/gate.ts'

const state = (paymentsEnabled: boolean, paymentsOnboarded: boolean) => ({ paymentsEnabled, paymentsOnboarded })
const NEEDS = ['ENABLED', 'ONBOARDED'] as const

describe('a payments page', () => {
  it.each(NEEDS)('a page that needs %s waits until the company’s state is known', (need) => {
    expect(paymentsVerdict(undefined, need)).toBe('WAIT')
  })

  it.each(NEEDS)('a page that needs %s doesn’t exist when payments are off, onboarded or not', (need) => {
    expect([false, true].map((onboarded) => paymentsVerdict(state(false, onboarded), need))).toEqual([
      'NOT_FOUND',
      'NOT_FOUND',
    ])
  })

  it('a page leads to onboarding if that is still needed, unless it only needs payments enabled', () => {
    expect(paymentsVerdict(state(true, false), 'ONBOARDED')).toBe('ONBOARDING')
    expect(paymentsVerdict(state(true, false), 'ENABLED')).toBe('OPEN')
  })

  it.each(NEEDS)('a page that needs %s opens when payments are enabled and onboarded', (need) => {
    expect(paymentsVerdict(state(true, true), need)).toBe('OPEN')
  })
})
