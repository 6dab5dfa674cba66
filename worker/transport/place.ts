interface Seen {
  cf?: { city?: unknown; country?: unknown }
}

const COUNTRIES = new Intl.DisplayNames(['en'], { type: 'region' })

/** Cloudflare's codes for no country: unknown, and Tor. */
const NOWHERE = ['XX', 'T1']

/** "Berlin, Germany", as the network says, so that people recognize their sessions. Null if it doesn't. */
export const placeOf = (request: Request): string | null => {
  const { city, country } = (request as Seen).cf ?? {}
  if (typeof country !== 'string' || !/^[A-Z]{2}$/.test(country) || NOWHERE.includes(country)) return null
  const named = COUNTRIES.of(country) ?? country
  return typeof city === 'string' && city !== '' ? `${city}, ${named}` : named
}
