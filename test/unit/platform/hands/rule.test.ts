import { describe, expect, test } from 'vitest'
import { type Act, type Matter, mayTake, type Step, whoElseCan } from '../../../../schema/platform/hands/rule.ts'

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

describe('who can take a step that someone can’t', () => {
  const people = ['Ada', 'Bo', 'Cy', 'Di', 'Ed', 'Flo', 'Gus', 'Hal'].map((name) => ({ id: name.toLowerCase(), name }))
  const ada = { userIds: ['ada'], isProgram: false }
  const entered = (userId: string) => ({ matter: 'BILL', act: 'ENTERED', userId }) as const

  test('only those without a hand of their own in it are named', () => {
    expect(whoElseCan('START_PAYMENT', [entered('ada'), entered('bo')], ada, people.slice(0, 4))).toBe('Cy or Di can.')
  })

  test('four of many are named, and the others counted', () => {
    expect(whoElseCan('START_PAYMENT', [entered('ada')], ada, people)).toBe('Bo, Cy, Di, Ed, or 3 others can.')
  })

  test('where no one is left, it says what an admin can do', () => {
    expect(whoElseCan('START_PAYMENT', [entered('ada'), entered('bo')], ada, people.slice(0, 2))).toBe(
      'No one else in your company can. An admin can give someone payments access, which counts after a day.',
    )
  })

  test('someone who can take it is told nothing', () => {
    expect(whoElseCan('START_PAYMENT', [entered('bo')], ada, people)).toBeNull()
  })
})
