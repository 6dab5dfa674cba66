import type { Mailbox } from '../mailbox/store.ts'
import { ecb } from './ecb.ts'
import { Faults } from './faults.ts'
import { netsuiteAccounts } from './netsuite/index.ts'
import { places } from './places.ts'
import { QuickbooksStandIn } from './quickbooks/index.ts'
import { resend } from './resend.ts'
import { type SamlOptions, samlProvider } from './saml/index.ts'
import { SIGN_ON_PEOPLE } from './saml/people.ts'
import { signOnProviders } from './sign-on/index.ts'
import type { StandIn } from './stand-in.ts'
import { type StripeOptions, StripeStandIn } from './stripe/index.ts'
import { turnstile } from './turnstile.ts'
import { names, webhookTarget } from './webhooks.ts'

export interface StandIns {
  faults: Faults
  hosts: string[]
  /** Answers an outgoing request of the Worker. Nothing ever leaves this machine. */
  answer(request: Request): Promise<Response>
  /** Ends what providers do by themselves. */
  stop(): void
}

/**
 * The list of providers. A new one is one more line here.
 * @param context.workerUrl where the Worker receives webhooks
 */
export function createStandIns(context: {
  mailbox: Mailbox
  workerUrl?: string
  /** Where people reach pages of providers. */
  pages?: string
  /** Where Stripe's accounts stay. */
  keptStripe?: StripeOptions['kept']
  transfers?: StripeOptions['timing']
  /** Where the key of the SAML provider stays. */
  keptSaml?: SamlOptions['kept']
}): StandIns {
  const { workerUrl, pages, keptStripe, transfers, keptSaml } = context
  const deliver = async (request: Request) =>
    fetch(`${workerUrl}${new URL(request.url).pathname}`, {
      ...{ method: request.method, headers: request.headers, body: await request.text() },
    })
  const quickbooks = new QuickbooksStandIn({ deliver: workerUrl === undefined ? null : deliver })
  const stripe = new StripeStandIn({
    ...{ deliver: workerUrl === undefined ? null : deliver, kept: keptStripe ?? null },
    ...(pages !== undefined && { pages }),
    ...(transfers !== undefined && { timing: transfers }),
  })
  const signOn = signOnProviders(SIGN_ON_PEOPLE.map(({ nameId }) => nameId))
  const all: StandIn[] = [
    resend(context.mailbox),
    names,
    webhookTarget,
    ecb,
    turnstile,
    netsuiteAccounts(),
    places,
    samlProvider({ people: SIGN_ON_PEOPLE, kept: keptSaml ?? null }),
    ...signOn.standIns,
    ...quickbooks.standIns,
    ...stripe.standIns,
  ]
  const byHost = new Map(all.map((each) => [each.host, each]))
  const faults = new Faults()
  return {
    faults,
    hosts: [...byHost.keys()],
    stop: () => {
      stripe.stop()
      signOn.stop()
    },
    async answer(request) {
      const { hostname } = new URL(request.url)
      const standIn = byHost.get(hostname) ?? byHost.get(hostname.replace(/^[^.]+/, '*'))
      if (!standIn) {
        const message = `No stand-in for ${hostname} on this machine (worker/local/host/stand-ins); nothing was sent.`
        return Response.json({ message, code: 'NO_STAND_IN' }, { status: 502 })
      }
      const answer = () => standIn.answer(request).catch((error: unknown) => brokenDouble(hostname, error))
      const fault = faults.take(standIn.host)
      return fault ? faults.apply(fault, answer) : answer()
    },
  }
}

function brokenDouble(host: string, error: unknown): Response {
  const message = `The stand-in for ${host} failed: ${error instanceof Error ? error.message : String(error)}`
  return Response.json({ message, code: 'STAND_IN_FAILED' }, { status: 502 })
}
