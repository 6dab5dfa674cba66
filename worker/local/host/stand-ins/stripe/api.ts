import { createFlow, FLOW_KINDS, financialOf, shownFlow } from './flows.ts'
import { bodyText, decoded, type Form, listOf, textOf, textsOf } from './form.ts'
import { createSetup, intentOf, shownIntent, shownMethod } from './setup.ts'
import { type Account, type FinancialAccount, idOf, missing, Refused } from './state.ts'
import type { StripeThere } from './there.ts'

/** The API's paths, each as its page of the reference says (https://docs.stripe.com/api). */

export interface Call {
  method: string
  path: string[]
  form: Form
  /** The connected account of the header, if any. */
  accountId: string | null
}

export const callOf = async (request: Request): Promise<Call> => {
  const { pathname, search } = new URL(request.url)
  const text = request.method === 'POST' ? await bodyText(request) : search.slice(1)
  return {
    ...{ method: request.method, path: pathname.split('/').slice(2), form: decoded(text) },
    accountId: request.headers.get('stripe-account'),
  }
}

export const shownAccount = (account: Account): object => {
  const state = account.isActive ? 'active' : 'inactive'
  return {
    ...{ id: account.id, object: 'account', created: account.created, metadata: account.metadata, country: 'US' },
    ...{ details_submitted: account.details_submitted, charges_enabled: account.isActive },
    ...{ payouts_enabled: account.isActive, business_type: 'company', company: { name: account.name } },
    capabilities: { transfers: state, treasury: state, us_bank_account_ach_payments: state },
    requirements: {
      currently_due: account.details_submitted ? [] : ['company.tax_id', 'representative.first_name'],
      disabled_reason: account.isActive ? null : 'requirements.past_due',
    },
  }
}

const shownFinancial = (account: FinancialAccount): object => {
  const { cash, inbound_pending, outbound_pending, ...rest } = account
  return {
    ...rest,
    ...{ country: 'US', livemode: false, supported_currencies: ['usd'], financial_addresses: [] },
    status_details: { closed: null },
    balance: {
      ...{ cash: { usd: cash }, inbound_pending: { usd: inbound_pending } },
      outbound_pending: { usd: outbound_pending },
    },
  }
}

const page = (form: Form, rows: { id: string; created: number }[], shown: (row: never) => object): object => {
  const limit = Math.min(Number(textOf(form, 'limit') || 10), 100)
  const from = Number(textOf(form, 'created.gte') || 0)
  const newest = rows.filter(({ created }) => created >= from).toReversed()
  const after = textOf(form, 'starting_after')
  const rest = after ? newest.slice(newest.findIndex(({ id }) => id === after) + 1) : newest
  return {
    ...{ object: 'list', has_more: rest.length > limit },
    data: rest.slice(0, limit).map((row) => shown(row as never)),
  }
}

const answerAccounts = (standIn: StripeThere, { method, path, form }: Call): object => {
  const [, id] = path
  if (method === 'POST' && !id) {
    const account: Account = {
      ...{ id: idOf('acct'), object: 'account', created: standIn.seconds, metadata: textsOf(form, 'metadata') },
      ...{ name: textOf(form, 'company.name'), details_submitted: false, isActive: false, link: null },
      ...{ methods: {}, intents: {}, financial: {}, flows: {} },
    }
    standIn.state.accounts[account.id] = account
    return shownAccount(account)
  }
  return shownAccount(standIn.account(id ?? ''))
}

const answerLink = (standIn: StripeThere, { form }: Call): object => {
  const account = standIn.account(textOf(form, 'account'))
  if (!textOf(form, 'return_url') || !textOf(form, 'refresh_url')) throw new Refused('Missing return_url')
  const token = idOf('link')
  account.link = { token, return_url: textOf(form, 'return_url') }
  const url = `${standIn.pages}/connect.stripe.com/setup/${account.id}/${token}`
  return { object: 'account_link', created: standIn.seconds, expires_at: standIn.seconds + 300, url }
}

const answerSetup = (standIn: StripeThere, account: Account, { method, path, form }: Call): object => {
  const [, id, action] = path
  if (!id) return shownIntent(account, createSetup(account, form, standIn.pages, standIn.now()), form)
  const intent = intentOf(account, id)
  if (action === 'verify_microdeposits') {
    const given = { code: textOf(form, 'descriptor_code'), amounts: listOf(form, 'amounts').map(Number) }
    standIn.verify(account, intent, given)
  }
  if (action === 'cancel' && method === 'POST') {
    intent.status = 'canceled'
    intent.next_action = null
    standIn.events.add('setup_intent.canceled', account.id, { id, object: 'setup_intent' })
  }
  return shownIntent(account, intent, form)
}

const answerMethods = (account: Account, { path, method }: Call): object => {
  const [, id = '', action] = path
  const found = account.methods[id]
  if (!found) throw missing('PaymentMethod', id)
  if (action === 'detach' && method === 'POST') {
    if (found.isDetached) throw new Refused('It is not attached.', { code: 'resource_missing' })
    found.isDetached = true
  }
  return shownMethod(found)
}

const answerTreasury = (standIn: StripeThere, account: Account, { method, path, form }: Call): object => {
  const [, what = '', id, action] = path
  if (what === 'financial_accounts') {
    if (id) return shownFinancial(financialOf(account, id))
    if (!account.isActive) throw new Refused('The capability treasury is not active.', { code: 'capability_inactive' })
    const money: FinancialAccount = {
      ...{ id: idOf('fa'), object: 'treasury.financial_account', created: standIn.seconds, metadata: {} },
      ...{ status: 'open', cash: 0, inbound_pending: 0, outbound_pending: 0 },
      active_features: [
        'financial_addresses.aba',
        'inbound_transfers.ach',
        'outbound_payments.ach',
        'outbound_transfers.ach',
      ],
    }
    account.financial[money.id] = money
    return shownFinancial(money)
  }
  const named = FLOW_KINDS[what]
  if (!named) throw missing('path', what)
  const flows = Object.values(account.flows).filter(({ object }) => object === `treasury.${named.kind}`)
  if (!id && method === 'GET') return page(form, flows, shownFlow)
  if (!id) {
    const flow = createFlow(account, form, named, standIn.now(), standIn.timing)
    standIn.events.add(`treasury.${named.kind}.created`, account.id, { id: flow.id, object: flow.object })
    return shownFlow(flow)
  }
  const flow = flows.find((each) => each.id === id)
  if (!flow) throw missing(named.kind, id)
  if (action === 'cancel') standIn.move(account, flow, { status: 'canceled' })
  return shownFlow(flow)
}

const VERBS: Record<string, string> = { post: 'posted', fail: 'failed', return: 'returned', succeed: 'succeeded' }

/** /v1/test_helpers/treasury/outbound_payments/{id}/post */
const answerHelper = (standIn: StripeThere, account: Account, { path, form }: Call): object => {
  const [, , , id = '', verb = ''] = path
  const flow = account.flows[id]
  const status = VERBS[verb]
  if (!flow || !status) throw missing('object', id)
  const code = textOf(form, 'returned_details.code') || textOf(form, 'failure_details.code') || null
  standIn.move(account, flow, { status, code })
  return shownFlow(flow)
}

export const answerApi = (standIn: StripeThere, call: Call): object => {
  const [what] = call.path
  if (what === 'accounts') return answerAccounts(standIn, call)
  if (what === 'account_links') return answerLink(standIn, call)
  const account = standIn.account(call.accountId ?? '')
  if (what === 'setup_intents') return answerSetup(standIn, account, call)
  if (what === 'payment_methods') return answerMethods(account, call)
  if (what === 'treasury') return answerTreasury(standIn, account, call)
  if (what === 'test_helpers') return answerHelper(standIn, account, call)
  throw new Refused(`Unrecognized request URL (${call.method}: /v1/${call.path.join('/')}).`, { status: 404 })
}
