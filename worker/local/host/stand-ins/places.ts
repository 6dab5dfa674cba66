import type { StandIn } from './stand-in.ts'

/** Google's Places API (New), with a few addresses: places:autocomplete and places/ID. */
export const PLACES_KEY = 'local-places-key'

interface Place {
  id: string
  line: string
  rest: string
  parts: Record<string, [long: string, short?: string]>
}

const PLACES: readonly Place[] = [
  {
    id: 'ChIJ-keizersgracht-126',
    line: 'Keizersgracht 126',
    rest: '1015 CW Amsterdam, Netherlands',
    parts: {
      street_number: ['126'],
      route: ['Keizersgracht'],
      locality: ['Amsterdam'],
      administrative_area_level_1: ['Noord-Holland', 'NH'],
      country: ['Netherlands', 'NL'],
      postal_code: ['1015 CW'],
    },
  },
  {
    id: 'ChIJ-market-street-548',
    line: '548 Market St',
    rest: 'San Francisco, CA 94104, USA',
    parts: {
      subpremise: ['Suite 300'],
      street_number: ['548'],
      route: ['Market Street', 'Market St'],
      locality: ['San Francisco', 'SF'],
      administrative_area_level_1: ['California', 'CA'],
      country: ['United States', 'US'],
      postal_code: ['94104'],
      postal_code_suffix: ['5401'],
    },
  },
  {
    id: 'ChIJ-marktplatz-3',
    line: 'Marktplatz 3',
    rest: '04109 Leipzig, Germany',
    parts: {
      street_number: ['3'],
      route: ['Marktplatz'],
      locality: ['Leipzig'],
      administrative_area_level_1: ['Sachsen', 'SN'],
      country: ['Germany', 'DE'],
      postal_code: ['04109'],
    },
  },
  {
    id: 'ChIJ-market-place-10',
    line: '10 Market Place',
    rest: 'London W1W 8AG, UK',
    parts: {
      street_number: ['10'],
      route: ['Market Place'],
      postal_town: ['London'],
      administrative_area_level_2: ['Greater London'],
      administrative_area_level_1: ['England'],
      country: ['United Kingdom', 'GB'],
      postal_code: ['W1W 8AG'],
    },
  },
]

const refused = (code: number, status: string, message: string): Response =>
  Response.json({ error: { code, status, message } }, { status: code })

const found = (input: string): Place[] => {
  const words = input.toLowerCase().split(/\s+/)
  return PLACES.filter(({ line, rest }) => {
    const text = `${line}, ${rest}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

const text = (it: string) => ({ text: it })

const autocomplete = async (request: Request): Promise<Response> => {
  const { input, sessionToken } = (await request.json()) as { input?: string; sessionToken?: string }
  if (!input)
    return refused(400, 'INVALID_ARGUMENT', 'Invalid autocomplete request. Must have a non-empty input query.')
  if (!sessionToken) return refused(400, 'INVALID_ARGUMENT', 'Here every request is to belong to a session.')
  const all = found(input).map(({ id, line, rest }) => ({
    placePrediction: { placeId: id, structuredFormat: { mainText: text(line), secondaryText: text(rest) } },
  }))
  // As Google does it, the field is missing where nothing was found.
  return Response.json(all.length > 0 ? { suggestions: all } : {})
}

const place = (id: string): Response => {
  const it = PLACES.find((each) => each.id === id)
  if (!it) return refused(404, 'NOT_FOUND', 'The Place ID is no longer valid.')
  return Response.json({
    formattedAddress: `${it.line}, ${it.rest}`,
    addressComponents: Object.entries(it.parts).map(([type, [longText, shortText = longText]]) => ({
      longText,
      shortText,
      types: [type],
      languageCode: 'en',
    })),
  })
}

export const places: StandIn = {
  host: 'places.googleapis.com',
  async answer(request) {
    const { pathname } = new URL(request.url)
    if (request.headers.get('x-goog-api-key') !== PLACES_KEY)
      return refused(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.')
    if (request.method === 'POST' && pathname === '/v1/places:autocomplete') return autocomplete(request)
    if (!request.headers.get('x-goog-fieldmask'))
      return refused(400, 'INVALID_ARGUMENT', 'FieldMask is a required parameter.')
    const [, id] = /^\/v1\/places\/([^/]+)$/.exec(pathname) ?? []
    return id ? place(decodeURIComponent(id)) : refused(404, 'NOT_FOUND', 'Not found.')
  },
}
