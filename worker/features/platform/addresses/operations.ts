import { z } from 'zod'
import {
  type AddressSuggestion,
  readSuggestedAddress,
  type SuggestedAddress,
  suggestAddresses,
} from '../../../../schema/platform/addresses/endpoints.ts'
import { type BaseContext, command, inputOf, query, signedIn } from '../../../core/operation.ts'
import { ProviderError } from '../../../core/provider-error.ts'
import { readPlace, suggestPlaces } from '../../../integrations/google-places/client.ts'
import { limitRate } from '../session/index.ts'

/** Every call costs the installation money. */
const WINDOW_MS = 15 * 60 * 1000
const MOST_CALLS = 300

const callerOf = async (context: BaseContext): Promise<{ apiKey: string; now: number } | null> => {
  const { OUTLAY_GOOGLE_MAPS_KEY: apiKey } = context.env
  if (!apiKey) return null
  const userId = signedIn(context)?.userId ?? ''
  await limitRate(context, WINDOW_MS, [{ key: `addresses:${userId}`, max: MOST_CALLS }])
  return { apiKey, now: context.clock.now() }
}

const orNothing = <T>(asked: Promise<T>): Promise<T | null> =>
  asked.catch((error: unknown) => {
    if (error instanceof ProviderError) return null
    throw error
  })

/**
 * Addresses for what someone types. None where the installation has no key, or the provider can't be asked: people type the
 * address themselves then.
 */
export const suggest = command({
  id: 'addresses.suggest',
  access: 'session.use',
  asAnother: 'VIEWING',
  idempotency: 'none',
  input: inputOf(suggestAddresses),
  run: async (context, asked): Promise<{ suggestions: AddressSuggestion[] }> => {
    const caller = await callerOf(context)
    if (!caller) return { suggestions: [] }
    return { suggestions: (await orNothing(suggestPlaces(caller, asked))) ?? [] }
  },
})

export const readSuggested = command({
  id: 'addresses.read-suggested',
  access: 'session.use',
  asAnother: 'VIEWING',
  idempotency: 'none',
  input: inputOf(readSuggestedAddress),
  run: async (context, chosen): Promise<{ address: SuggestedAddress | null }> => {
    const caller = await callerOf(context)
    return { address: caller && (await orNothing(readPlace(caller, chosen))) }
  },
})

/**
 * The key that a browser may show, which its owner has to restrict to this address. Our own pages need none: the Worker asks
 * for them.
 */
export const readMapsKey = query({
  id: 'query.googleMapsApiKey',
  access: 'session.use',
  input: z.object({}),
  run: async ({ env }): Promise<string | null> => env.OUTLAY_GOOGLE_MAPS_BROWSER_KEY ?? null,
})
