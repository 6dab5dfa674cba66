import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'

/** Suggestions for addresses that people type (specification 1 §9: from three characters, a second after the last one). */

export const LEAST_TYPED = 3
const MOST_TYPED = 200

/** Google counts what a person types and the address they take as one, by this. */
const session = z.uuid()

const addressSuggestion = z.object({
  /** The place's id at the provider. */
  id: z.string(),
  /** "Keizersgracht 126" */
  main: z.string(),
  /** "Amsterdam, Netherlands" */
  secondary: z.string(),
})
export type AddressSuggestion = z.infer<typeof addressSuggestion>

/** In the body and not in the URL, because URLs are logged. */
export const suggestAddresses = endpoint({
  id: 'addresses.suggest',
  method: 'POST',
  path: '/api/address-suggestions',
  summary: 'Addresses that begin like a text',
  body: z.object({
    query: z.string().trim().min(LEAST_TYPED, `Type at least ${LEAST_TYPED} characters`).max(MOST_TYPED),
    session,
  }),
  response: z.object({ suggestions: z.array(addressSuggestion) }),
})

const suggestedAddress = z.object({
  address1: z.string(),
  address2: z.string(),
  city: z.string(),
  state: z.string(),
  postalCode: z.string(),
  country: z.string(),
})
export type SuggestedAddress = z.infer<typeof suggestedAddress>

export const readSuggestedAddress = endpoint({
  id: 'addresses.read-suggested',
  method: 'POST',
  path: '/api/address-suggestions/chosen',
  summary: 'The parts of a suggested address',
  body: z.object({ id: z.string().min(1).max(400), session }),
  /** Null if the provider can’t say. */
  response: z.object({ address: suggestedAddress.nullable() }),
})
