import { describe, expect, test } from 'vitest'
import { type Act, type Matter, mayTake, type Step } from '../../../../schema/platform/hands/rule.ts'

/** Which hand keeps a person from which step, written out. */
const BARRED: [Step, Matter, Act, string][] = [
  ['START_PAYMENT', 'BILL', 'ENTERED', 'You entered this bill, so someone else has to start the payment.'],
  ['START_PAYMENT', 'BILL', 'NAMED', 'This bill was entered in your name, so someone else has to start the payment.'],
  ['START_PAYMENT', 'BILL', 'CHANGED', 'You changed this bill, so someone else has to start the payment.'],
  [
    'START_PAYMENT',
    ...([
      'BANK_DETAILS',
      'ENTERED',
      'You entered these bank details, so someone else has to start the payment.',
    ] as const),
  ],
  [
    'START_PAYMENT',
    ...(['BANK_DETAILS', 'CONFIRMED'] as const),
    'You confirmed these bank details, so someone else has to start the payment.',
  ],
  ['CONFIRM_RUN', 'PAYMENT_RUN', 'ASKED', 'You asked for these payments, so someone else has to confirm them.'],
  [
    'CONFIRM_DETAILS',
    'BANK_DETAILS',
    'ENTERED',
    'You entered these bank details, so someone else has to confirm them.',
  ],
  [
    'CONFIRM_DETAILS',
    ...(['BANK_DETAILS', 'CONFIRMED'] as const),
    'You confirmed these bank details, so someone else has to confirm them.',
  ],
  ['LIFT_QUARANTINE', 'BANK_DETAILS', 'ENTERED', 'You entered these bank details, so someone else has to decide.'],
  ['DECIDE_FINDING', 'BILL', 'ENTERED', 'You entered what this is about, so someone else has to decide.'],
  ['DECIDE_FINDING', 'BILL', 'NAMED', 'A bill in this was entered in your name, so someone else has to decide.'],
  ['DECIDE_FINDING', 'BILL', 'CHANGED', 'You changed a bill in this, so someone else has to decide.'],
  ['DECIDE_FINDING', 'BANK_DETAILS', 'ENTERED', 'You entered what this is about, so someone else has to decide.'],
  [
    'DECIDE_FINDING',
    ...(['BANK_DETAILS', 'CONFIRMED'] as const),
    'You confirmed the bank details that this is about, so someone else has to decide.',
  ],
  ['CONFIRM_SETTING', 'SETTING', 'ASKED', 'You asked for this change, so someone else has to confirm it.'],
]

describe('who may take a step', () => {
  test.each(BARRED)('%s is not for a person whose hand is %s %s', (step, matter, act, words) => {
    const hands = [{ matter, act, userId: 'ada' }]
    expect(mayTake(step, hands, { userIds: ['ada'], isProgram: false })).toBe(words)
    // Also through someone else's name, and not for others.
    expect(mayTake(step, hands, { userIds: ['bo', 'ada'], isProgram: false })).toBe(words)
    expect(mayTake(step, hands, { userIds: ['bo'], isProgram: false })).toBeNull()
  })

  test.each([...new Set(BARRED.map(([step]) => step))])('a program does not take the step %s', (step) => {
    expect(mayTake(step, [], { userIds: ['ada'], isProgram: true })).toBe('API keys can’t do this. A person has to.')
  })

  test('who started a payment or decided a finding is kept from nothing else', () => {
    const hands = [
      { matter: 'PAYMENT', act: 'STARTED', userId: 'ada' },
      { matter: 'FINDING', act: 'RELEASED', userId: 'ada' },
    ] as const
    expect(mayTake('START_PAYMENT', hands, { userIds: ['ada'], isProgram: false })).toBeNull()
  })
})
