/** What Stripe has of the companies, as its API says it. */

export interface Dated {
  id: string
  object: string
  created: number
  metadata: Record<string, string>
}

export interface PaymentMethod extends Dated {
  type: 'us_bank_account'
  billing_details: { name: string; email: string }
  us_bank_account: {
    account_holder_type: string
    account_type: string
    bank_name: string
    last4: string
    routing_number: string
    fingerprint: string
  }
  /** Never in an answer. */
  number: string
  isDetached: boolean
}

export interface SetupIntent extends Dated {
  status: string
  payment_method: string
  next_action: {
    type: string
    verify_with_microdeposits: {
      arrival_date: number
      hosted_verification_url: string
      microdeposit_type: 'amounts' | 'descriptor_code'
    }
  } | null
  last_setup_error: { code: string; message: string; type: string } | null
  attempts: number
}

/** Inbound transfers, outbound transfers and outbound payments. */
export interface Flow extends Dated {
  status: string
  amount: number
  currency: 'usd'
  financial_account: string
  statement_descriptor: string
  /** What happens next, and when. */
  next: { status: string; code: string | null; at: number } | null
  code: string | null
  returned: boolean
  cancelable: boolean
  transitions: Record<string, number>
  number: string
  payment_method: string | null
}

export interface FinancialAccount extends Dated {
  status: 'open' | 'closed'
  active_features: string[]
  cash: number
  inbound_pending: number
  outbound_pending: number
}

export interface Account extends Dated {
  name: string
  details_submitted: boolean
  isActive: boolean
  link: { token: string; return_url: string } | null
  methods: Record<string, PaymentMethod>
  intents: Record<string, SetupIntent>
  financial: Record<string, FinancialAccount>
  flows: Record<string, Flow>
}

export interface StripeState {
  accounts: Record<string, Account>
  answered: Record<string, { print: string; status: number; body: string; at: number }>
}

export const emptyState = (): StripeState => ({ accounts: {}, answered: {} })

/** A refusal as the API says it. */
export class Refused extends Error {
  readonly status: number
  readonly code: string
  readonly type: string
  constructor(message: string, { status = 400, code = '', type = 'invalid_request_error' } = {}) {
    super(message)
    this.status = status
    this.code = code
    this.type = type
  }

  toResponse(): Response {
    const { message, type, code } = this
    return Response.json({ error: { type, message, ...(code && { code }) } }, { status: this.status })
  }
}

export const missing = (noun: string, id: string): Refused =>
  new Refused(`No such ${noun}: '${id}'`, { status: 404, code: 'resource_missing' })

const LETTERS = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

export const idOf = (prefix: string): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(20))
  return `${prefix}_${Array.from(bytes, (byte) => LETTERS[byte % LETTERS.length]).join('')}`
}
