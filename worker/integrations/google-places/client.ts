import { z } from 'zod'
import type { AddressSuggestion, SuggestedAddress } from '../../../schema/platform/addresses/endpoints.ts'
import { ProviderError, retryAfterMs } from '../../core/provider-error.ts'

/**
 * Google's Places API (New): autocomplete and one place's address
 * (https://developers.google.com/maps/documentation/places/web-service/place-autocomplete). Both of one session count once.
 */

const HOST = 'https://places.googleapis.com/v1'
/** People go on typing meanwhile. */
const TIMEOUT_MS = 4_000

const suggestions = z.object({
  suggestions: z
    .array(
      z.object({
        placePrediction: z
          .object({
            placeId: z.string(),
            structuredFormat: z.object({
              mainText: z.object({ text: z.string() }),
              secondaryText: z.object({ text: z.string() }).optional(),
            }),
          })
          .optional(),
      }),
    )
    .default([]),
})

const component = z.object({
  longText: z.string().default(''),
  shortText: z.string().default(''),
  types: z.array(z.string()).default([]),
})
const place = z.object({
  addressComponents: z.array(component).default([]),
  formattedAddress: z.string().default(''),
})
type Component = z.infer<typeof component>

const MASK = 'X-Goog-FieldMask'

interface Caller {
  apiKey: string
  /** UTC milliseconds. */
  now: number
}

const ask = async <T>({ apiKey, now }: Caller, path: string, init: RequestInit, shape: z.ZodType<T>): Promise<T> => {
  const response = await fetch(`${HOST}/${path}`, {
    ...init,
    headers: { ...init.headers, 'Content-Type': 'application/json', 'X-Goog-Api-Key': apiKey },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((cause: unknown) => {
    throw new ProviderError(`Google was not reached: ${cause instanceof Error ? cause.message : String(cause)}`)
  })
  if (!response.ok) {
    await response.body?.cancel()
    const isFinal = response.status < 500 && response.status !== 429
    throw new ProviderError(`Google answered ${response.status}.`, {
      isFinal,
      retryAfterMs: retryAfterMs(response, now),
    })
  }
  const parsed = shape.safeParse(await response.json().catch(() => null))
  if (!parsed.success) throw new ProviderError('Google sent something else than addresses.')
  return parsed.data
}

/** At most five. Throws ProviderError. */
export const suggestPlaces = async (
  caller: Caller,
  { query, session }: { query: string; session: string },
): Promise<AddressSuggestion[]> => {
  const init = {
    method: 'POST',
    headers: { [MASK]: 'suggestions.placePrediction.placeId,suggestions.placePrediction.structuredFormat' },
    body: JSON.stringify({ input: query, sessionToken: session }),
  }
  const found = await ask(caller, 'places:autocomplete', init, suggestions)
  return found.suggestions.flatMap(({ placePrediction: it }) =>
    it
      ? [
          {
            id: it.placeId,
            main: it.structuredFormat.mainText.text,
            secondary: it.structuredFormat.secondaryText?.text ?? '',
          },
        ]
      : [],
  )
}

/** The parts of one place's address. Ends the session. Throws ProviderError. */
export const readPlace = async (
  caller: Caller,
  { id, session }: { id: string; session: string },
): Promise<SuggestedAddress> => {
  const query = new URLSearchParams({ sessionToken: session })
  const init = { method: 'GET', headers: { [MASK]: 'addressComponents,formattedAddress' } }
  return addressOf(await ask(caller, `places/${encodeURIComponent(id)}?${query}`, init, place))
}

/** Where a house number comes before its street. Elsewhere it follows. Google's own text says which. */
const streetLine = (street: string, number: string, formatted: string): string => {
  if (!street || !number) return street || number
  // It may say "548 Market St" of Market Street.
  const [word = street] = street.split(' ')
  return formatted.indexOf(number) < formatted.indexOf(word) ? `${number} ${street}` : `${street} ${number}`
}

/** Cities are called differently by country: London is a post town, Brooklyn a sublocality. */
const CITY = [
  'locality',
  'postal_town',
  'sublocality_level_1',
  'administrative_area_level_3',
  'administrative_area_level_2',
]

const addressOf = ({ addressComponents: parts, formattedAddress }: z.infer<typeof place>): SuggestedAddress => {
  const find = (type: string): Component | undefined => parts.find(({ types }) => types.includes(type))
  const long = (type: string): string => find(type)?.longText ?? ''
  const state = find('administrative_area_level_1')
  const country = find('country')
  const hasShortStates = ['US', 'CA', 'AU', 'BR', 'MX', 'IT', 'IN'].includes(country?.shortText ?? '')
  const suffix = long('postal_code_suffix')
  return {
    address1: streetLine(long('route'), long('street_number'), formattedAddress) || long('premise'),
    address2: long('subpremise'),
    city: CITY.map(long).find((name) => name !== '') ?? '',
    state: (hasShortStates ? state?.shortText : state?.longText) ?? '',
    postalCode: suffix ? `${long('postal_code')}-${suffix}` : long('postal_code'),
    country: long('country'),
  }
}
