import { type Form, listOf, textOf } from './form.ts'
import { DEPOSITS_FAIL, verdictOf } from './numbers.ts'
import { type Account, idOf, missing, type PaymentMethod, Refused, type SetupIntent } from './state.ts'

/** Bank accounts, verified by small deposits. */

const DAY_S = 86_400
const DAYS_TO_VERIFY = 10
const ATTEMPTS = { amounts: 3, descriptor_code: 10 }

const failed = (code: string, message: string) => ({ code, message, type: 'invalid_request_error' })
const MESSAGES: Record<string, string> = {
  attempts_exceeded: 'You have exceeded the number of allowed verification attempts.',
  timeout: 'Microdeposit transfers were not verified within the required time.',
}

export const createSetup = (account: Account, form: Form, pages: string, now: number): SetupIntent => {
  const bank = 'payment_method_data.us_bank_account'
  const number = textOf(form, `${bank}.account_number`)
  const routing = textOf(form, `${bank}.routing_number`)
  if (textOf(form, 'allowed_payment_method_types.0') !== 'us_bank_account' || textOf(form, 'confirm') !== 'true')
    throw new Refused('This stand-in confirms bank accounts only.', { code: 'parameter_unknown' })
  if (!textOf(form, 'mandate_data.customer_acceptance.online.ip_address'))
    throw new Refused('A mandate is required.', { code: 'parameter_missing' })
  if (!/^\d{9}$/.test(routing)) throw new Refused('Invalid routing number', { code: 'routing_number_invalid' })
  if (!/^\d{4,17}$/.test(number)) throw new Refused('Invalid account number', { code: 'account_number_invalid' })
  const created = Math.floor(now / 1000)
  const holder = textOf(form, `${bank}.account_holder_type`)
  const method: PaymentMethod = {
    ...{ id: idOf('pm'), object: 'payment_method', created, metadata: {}, type: 'us_bank_account', number },
    billing_details: {
      name: textOf(form, 'payment_method_data.billing_details.name'),
      email: textOf(form, 'payment_method_data.billing_details.email'),
    },
    us_bank_account: {
      ...{ account_holder_type: holder, account_type: textOf(form, `${bank}.account_type`) },
      ...{ bank_name: 'STRIPE TEST BANK', last4: number.slice(-4), routing_number: routing, fingerprint: idOf('fp') },
    },
    isDetached: false,
  }
  const id = idOf('seti')
  const isFailing = number === DEPOSITS_FAIL
  const intent: SetupIntent = {
    ...{ id, object: 'setup_intent', created, metadata: {}, payment_method: method.id, attempts: 0 },
    status: isFailing ? 'requires_payment_method' : 'requires_action',
    last_setup_error: isFailing ? failed('payment_method_microdeposit_failed', 'Microdeposit transfers failed.') : null,
    next_action: isFailing
      ? null
      : {
          type: 'verify_with_microdeposits',
          verify_with_microdeposits: {
            arrival_date: created + DAY_S,
            hosted_verification_url: `${pages}/payments.stripe.com/microdeposit/${id}`,
            microdeposit_type: holder === 'individual' ? 'amounts' : 'descriptor_code',
          },
        },
  }
  account.methods[method.id] = method
  account.intents[id] = intent
  return intent
}

const giveUp = (intent: SetupIntent, reason: 'attempts_exceeded' | 'timeout'): Refused => {
  const code = `payment_method_microdeposit_verification_${reason}`
  const message = MESSAGES[reason] ?? ''
  intent.status = 'requires_payment_method'
  intent.next_action = null
  intent.last_setup_error = failed(code, message)
  return new Refused(message, { code })
}

/** Throws a refusal as the API does. */
export const verifySetup = (intent: SetupIntent, given: { code: string; amounts: number[] }, now: number): void => {
  const deposits = intent.next_action?.verify_with_microdeposits
  if (intent.status !== 'requires_action' || !deposits)
    throw new Refused('There is nothing to verify.', { code: 'setup_intent_unexpected_state' })
  if (now / 1000 > intent.created + DAYS_TO_VERIFY * DAY_S) throw giveUp(intent, 'timeout')
  const kind = deposits.microdeposit_type
  const verdict = verdictOf(given, kind)
  if (verdict === 'TIMEOUT') throw giveUp(intent, 'timeout')
  if (verdict === 'INVALID')
    throw new Refused('Enter two amounts.', { code: 'payment_method_microdeposit_verification_amounts_invalid' })
  if (verdict === 'EXCEEDED') throw giveUp(intent, 'attempts_exceeded')
  if (verdict === 'WRONG') {
    intent.attempts += 1
    if (intent.attempts >= ATTEMPTS[kind]) throw giveUp(intent, 'attempts_exceeded')
    const what = kind === 'amounts' ? 'amounts_mismatch' : 'descriptor_code_mismatch'
    throw new Refused('What was entered does not match.', {
      code: `payment_method_microdeposit_verification_${what}`,
    })
  }
  intent.status = 'succeeded'
  intent.next_action = null
  intent.last_setup_error = null
}

export const intentOf = (account: Account, id: string): SetupIntent => {
  const found = account.intents[id]
  if (!found) throw missing('setupintent', id)
  return found
}

export const shownMethod = ({ number: _, isDetached: __, ...method }: PaymentMethod): object => ({
  ...method,
  livemode: false,
})

export const shownIntent = (account: Account, intent: SetupIntent, form: Form): object => {
  const { attempts: _, ...rest } = intent
  const method = account.methods[intent.payment_method]
  const isExpanded = listOf(form, 'expand').includes('payment_method')
  return {
    ...rest,
    livemode: false,
    payment_method: isExpanded && method ? shownMethod(method) : intent.payment_method,
  }
}
