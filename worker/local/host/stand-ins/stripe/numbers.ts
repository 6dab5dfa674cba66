/** Stripe's own test numbers (https://docs.stripe.com/testing, "ACH Direct Debit" and Treasury). */

export const TEST_ROUTING = '110000000'
export const GOOD_NUMBER = '000123456789'

interface Behaviour {
  /** How a debit of the account ends. */
  inbound: { status: 'succeeded' | 'failed' | 'stays'; code: string | null; isReturned?: true }
  /** How a credit to it ends. */
  outbound: { status: 'posted' | 'failed' | 'returned' | 'stays'; code: string | null }
}

const failing = (inbound: string, outbound = inbound): Behaviour => ({
  inbound: { status: 'failed', code: inbound },
  outbound: { status: 'returned', code: outbound },
})

const BEHAVIOURS: Record<string, Behaviour> = {
  '000111111113': failing('account_closed'),
  '000111111116': failing('no_account'),
  '000222222227': { ...failing('insufficient_funds'), outbound: { status: 'posted', code: null } },
  '000333333335': { ...failing('debit_not_authorized'), outbound: { status: 'posted', code: null } },
  '000444444440': { ...failing('invalid_currency'), outbound: { status: 'failed', code: 'invalid_currency' } },
  '000555555559': {
    inbound: { status: 'succeeded', code: 'debit_not_authorized', isReturned: true },
    outbound: { status: 'returned', code: 'declined' },
  },
  '000000000009': { inbound: { status: 'stays', code: null }, outbound: { status: 'stays', code: null } },
}
const GOOD: Behaviour = { inbound: { status: 'succeeded', code: null }, outbound: { status: 'posted', code: null } }

export const behaviourOf = (number: string): Behaviour => BEHAVIOURS[number] ?? GOOD

/** An account that small deposits don't reach. */
export const DEPOSITS_FAIL = '000666666661'

/** What is entered to verify, and what comes of it. */
export const verdictOf = (
  given: { code: string; amounts: number[] },
  kind: 'amounts' | 'descriptor_code',
): 'RIGHT' | 'WRONG' | 'EXCEEDED' | 'TIMEOUT' | 'INVALID' => {
  if (kind === 'descriptor_code') {
    const found = { SM11AA: 'RIGHT', SM33CC: 'EXCEEDED', SM44DD: 'TIMEOUT' } as const
    return found[given.code.toUpperCase() as keyof typeof found] ?? 'WRONG'
  }
  const { amounts } = given
  if (amounts.length !== 2 || amounts.some((amount) => !Number.isInteger(amount) || amount < 1)) return 'INVALID'
  const found = { '32,45': 'RIGHT', '10,11': 'EXCEEDED', '40,41': 'TIMEOUT' } as const
  return found[amounts.toSorted((a, b) => a - b).join(',') as keyof typeof found] ?? 'WRONG'
}
