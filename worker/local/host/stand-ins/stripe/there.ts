import type { EventsOut } from './events.ts'
import type { Timing } from './flows.ts'
import type { Account, Flow, SetupIntent, StripeState } from './state.ts'

/** Stripe as its paths and pages use it. */
export interface StripeThere {
  readonly events: EventsOut
  readonly now: () => number
  readonly seconds: number
  readonly pages: string
  timing: Timing
  state: StripeState
  /** Throws a refusal for one that isn't known. */
  account(id: string): Account
  activate(account: Account): void
  verify(account: Account, intent: SetupIntent, given: { code: string; amounts: number[] }): void
  move(account: Account, flow: Flow, to: { status: string; code?: string | null }): void
}
