import { DatabaseSync } from 'node:sqlite'
import { bankDayAt, bankingDayAtOrAfter } from '../../../schema/money/payments/schedule.ts'
import { addDays } from '../../../schema/shared/calendar.ts'
import type { Env } from '../../../worker/env.ts'
import { StripeStandIn } from '../../../worker/local/host/stand-ins/stripe/index.ts'
import { STRIPE_VARS } from '../../../worker/local/host/stand-ins/stripe/vars.ts'
import { faultsOf } from './check.ts'
import { type App, type Company, makeCompany, type Person } from './company.ts'
import { asD1, Books } from './database.ts'
import { Life } from './life.ts'

/**
 * A run of many payments during which the provider doesn't answer, answers too late, and tells too little, too much, too
 * late and in the wrong order, while processes end between any two of their calls. Time is not the computer's.
 */

const ORIGIN = 'https://outages.test'
const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** By then all has been asked that is to be asked. */
const MOST_DAYS = 12

/** Mulberry32: the same seed makes the same plan. */
const randomOf = (seed: number) => {
  let state = seed
  return (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

let now = Date.now()

/** Time is that of the outage, and short waits are none. */
const withOwnTime = async <T>(work: () => Promise<T>): Promise<T> => {
  const real = { now: Date.now, setTimeout: globalThis.setTimeout }
  Date.now = () => now
  globalThis.setTimeout = ((run: () => void, ms = 0) =>
    ms < 1_000 ? setImmediate(run) : real.setTimeout(run, ms)) as typeof setTimeout
  try {
    return await work()
  } finally {
    Object.assign(globalThis, { setTimeout: real.setTimeout })
    Date.now = real.now
  }
}

export interface Counts {
  payments: number
  kills: number
  /** Calls to the provider that broke off before it took them, and after. */
  before: number
  after: number
  lost: number
  doubled: number
  late: number
}
export const noCounts = (): Counts => ({ payments: 0, kills: 0, before: 0, after: 0, lost: 0, doubled: 0, late: 0 })

const QUEUE = { send: async () => undefined, sendBatch: async () => undefined }
const EXECUTION = { waitUntil: () => undefined, passThroughOnException: () => undefined, props: {} }

class Outage {
  readonly #app: App
  readonly #http: ReturnType<App['createApp']>
  readonly #random: () => number
  readonly #books: Books
  readonly #stripe: StripeStandIn
  readonly #counts: Counts
  #life = new Life()
  #faulty = 0

  constructor(app: App, schema: readonly string[], seed: number, counts: Counts) {
    this.#app = app
    this.#http = app.createApp()
    this.#random = randomOf(seed)
    this.#counts = counts
    const database = new DatabaseSync(':memory:')
    for (const sql of schema) database.exec(sql)
    this.#books = new Books(database)
    this.#stripe = new StripeStandIn({ now: () => now, timing: { achMs: DAY_MS, returnMs: 3 * DAY_MS } })
  }

  #env(life = this.#life): Env {
    return {
      ...{
        DB: asD1(this.#books, life),
        OUTLAY_ORIGIN: ORIGIN,
        OUTLAY_SIGNING_KEY: 'outages',
        OUTLAY_LOG_LEVEL: 'error',
      },
      ...{ OUTLAY_MAIL_FROM: 'Outlay <no-reply@outages.test>', RESEND_API_KEY: 'key', ...STRIPE_VARS },
      ...{ OUTBOX_QUEUE: QUEUE, TASKS_QUEUE: QUEUE, SYNCS_QUEUE: QUEUE, IMPORTS_QUEUE: QUEUE, DOCUMENTS_QUEUE: QUEUE },
      ...{ ANSWERS_QUEUE: QUEUE, DOCUMENTS: { list: async () => ({ objects: [] }) } },
    } as unknown as Env
  }

  /** The provider, which may break off a call before or after it has taken it. */
  async #outside(request: Request): Promise<Response> {
    const host = new URL(request.url).hostname
    if (host === 'api.resend.com') return Response.json({ id: 'mail' })
    const there = this.#stripe.standIns.find((each) => each.host === host)
    if (!there) return new Response('unreachable', { status: 502 })
    const chance = this.#random()
    const broken = (): Response => {
      if (this.#random() < 0.5) throw new TypeError('fetch failed')
      return new Response('gateway', { status: 504 })
    }
    if (chance < this.#faulty) {
      this.#counts.before += 1
      return this.#random() < 0.2 ? Response.json({ error: { type: 'rate_limit' } }, { status: 429 }) : broken()
    }
    const answer = await there.answer(request)
    if (chance > 1 - this.#faulty) {
      this.#counts.after += 1
      return broken()
    }
    return answer
  }

  #fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const life = this.#life
    return life.call(() => this.#outside(new Request(input, init)))
  }

  /** What a person asks for. It is asked again, as browsers do, until there is an answer. */
  async #ask(company: Company, who: Person, path: string, body: object): Promise<Record<string, unknown>> {
    const commandId = this.#app.newId()
    for (;;) {
      const answer = await this.#http.fetch(
        new Request(`${ORIGIN}${path}`, {
          method: 'POST',
          headers: {
            ...{ Origin: ORIGIN, 'Content-Type': 'application/json', Cookie: company.cookies[who] },
            'Idempotency-Key': commandId,
          },
          body: JSON.stringify(body),
        }),
        ...([this.#env(), EXECUTION] as const),
      )
      if (answer.status < 500) return (await answer.json()) as Record<string, unknown>
      this.#revive()
    }
  }

  /** Another process, if this one has ended. */
  #revive(): void {
    if (!this.#life.isOver) return
    this.#counts.kills += 1
    this.#life = new Life()
  }

  /** The next process, which may end soon. */
  #begin(mayEnd: boolean): void {
    this.#revive()
    const random = this.#random
    if (mayEnd && random() < 0.6) this.#life = new Life(1 + Math.floor(random() ** 3 * 3_000), random() < 0.5)
    else this.#life = new Life()
  }

  async #tick(): Promise<void> {
    now += MINUTE_MS
    await this.#app.runTicks(this.#env())
  }

  #late: StripeStandIn['events']['waiting'] = []

  /** Some are lost, some come twice, some late, and all in any order. */
  async #deliver(): Promise<void> {
    this.#stripe.settle()
    const random = this.#random
    const events = [...this.#late.splice(0), ...this.#stripe.events.waiting.splice(0)]
    const told: typeof events = []
    for (const event of events) {
      const chance = random()
      if (chance < 0.25) this.#counts.lost += 1
      else if (chance < 0.45) {
        this.#counts.late += 1
        this.#late.push(event)
      } else {
        told.push(event)
        if (chance > 0.8) {
          this.#counts.doubled += 1
          told.push(event)
        }
      }
    }
    const shuffled = told.map((event) => ({ event, at: random() })).toSorted((a, b) => a.at - b.at)
    for (const { event } of shuffled) {
      const request = await this.#stripe.events.requestOf(event)
      await this.#http.fetch(
        ...([new Request(`${ORIGIN}/api/webhooks/stripe`, request), this.#env(), EXECUTION] as const),
      )
    }
  }

  /** People cancel, and start again what failed, came back or was cancelled. */
  async #meddle(company: Company): Promise<void> {
    const random = this.#random
    for (const id of company.payments) {
      const chance = random()
      if (chance < 0.02)
        await this.#ask(company, 'clerk', '/graphql', {
          query: `mutation { cancelBillPayment(billPaymentId: "${id}") { id } }`,
        })
      else if (chance < 0.05)
        await this.#ask(company, 'starter', `/api/payments/start-bill-payment-process/${id}/${company.bank}`, {})
      else if (chance < 0.07)
        await this.#ask(company, 'starter', `/api/payments/bill-payments/${id}/schedule`, {
          ...{ paymentMethodId: company.bank, payOn: bankingDayAtOrAfter(addDays(bankDayAt(now), 1)) },
        })
    }
  }

  async #recover(company: Company): Promise<string[]> {
    this.#faulty = 0
    this.#begin(false)
    const flows = () => Object.values(this.#stripe.account(company.accountId).flows)
    let faults: string[] = []
    for (let day = 0; day < MOST_DAYS; day += 1) {
      now += (day % 2 === 0 ? 26 : 75) * HOUR_MS
      for (let minute = 0; minute < 4; minute += 1) await this.#tick()
      faults = faultsOf(this.#books, this.#stripe, company)
      if (faults.length === 0 && flows().every(({ next }) => next === null)) return []
    }
    return faults.length > 0 ? faults : ['The provider never came to an end']
  }

  async #withProvider<T>(work: () => Promise<T>): Promise<T> {
    const realFetch = globalThis.fetch
    globalThis.fetch = (input, init) => this.#fetch(input as RequestInfo | URL, init as RequestInit)
    try {
      return await work()
    } finally {
      globalThis.fetch = realFetch
      this.#books.database.close()
    }
  }

  #company(count: number): Promise<Company> {
    return makeCompany(this.#app, { ...{ books: this.#books, env: this.#env(), stripe: this.#stripe, count } })
  }

  async pace(payments: number): Promise<Pace> {
    return this.#withProvider(async () => {
      const company = await this.#company(payments)
      const began = performance.now()
      await this.#start(company)
      const startMs = performance.now() - began
      const sent = (): number =>
        Number(
          this.#books.all<{ count: number }>(
            'SELECT count(*) AS count FROM bill_payments WHERE provider_id IS NOT NULL',
          )[0]?.count,
        )
      let seenOnTheWay = 0
      while (sent() < payments) {
        await this.#app.runTicks(this.#env())
        seenOnTheWay ||= sent()
      }
      return { payments, startMs, sentMs: performance.now() - began, seenOnTheWay }
    })
  }

  /** Asked for by one person, confirmed by another. Null if the run is started. */
  async #start(company: Company): Promise<string | null> {
    const run = await this.#ask(company, 'starter', '/api/payments/payment-runs', {
      ...{ billPaymentIds: company.payments, paymentMethodId: company.bank },
    })
    this.#begin(this.#faulty > 0)
    const decided = await this.#ask(company, 'second', `/api/payments/payment-runs/${String(run.id)}/decide`, {
      shouldConfirm: true,
    })
    return decided.status === 'STARTED' ? null : `The run wasn't started: ${JSON.stringify([run, decided])}`
  }

  /** What doesn't hold in the end, in words. */
  async run(payments: number): Promise<string[]> {
    return this.#withProvider(async () => {
      const company = await this.#company(payments)
      this.#counts.payments += payments
      this.#faulty = this.#random() * 0.2
      this.#begin(true)
      const fault = await this.#start(company)
      if (fault) return [fault]
      const rounds = 5 + Math.floor(this.#random() * 6)
      for (let round = 0; round < rounds; round += 1) {
        this.#begin(true)
        await this.#tick()
        await this.#deliver()
        await this.#meddle(company)
        const steps = [2 * SECOND_MS, 30 * SECOND_MS, 10 * MINUTE_MS, 2 * HOUR_MS, 26 * HOUR_MS, 80 * HOUR_MS]
        now += steps[Math.floor(this.#random() * steps.length)] ?? 0
      }
      return this.#recover(company)
    })
  }
}

export interface Pace {
  payments: number
  /** Until the second person's answer, by which the run is started. */
  startMs: number
  /** Until the provider has all of them. */
  sentMs: number
  /** How many were on their way when the run's progress was asked for in between. */
  seenOnTheWay: number
}

/** How long a run takes without outages, in real time. */
export const measurePace = (app: App, schema: readonly string[], payments: number): Promise<Pace> =>
  new Outage(app, schema, 1, noCounts()).pace(payments)

/** Tries one seed. Answers what doesn't hold. */
export const tryOutage = (
  app: App,
  schema: readonly string[],
  { seed, payments }: { seed: number; payments: number },
  counts: Counts,
): Promise<string[]> => withOwnTime(() => new Outage(app, schema, seed, counts).run(payments))
