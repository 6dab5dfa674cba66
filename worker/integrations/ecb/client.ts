import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { z } from 'zod'
import { decimalRate } from '../../../schema/shared/exchange.ts'
import { calendarDate } from '../../../schema/shared/values.ts'
import { ProviderError, retryAfterMs } from '../../core/provider-error.ts'

/**
 * Euro foreign exchange reference rates of the European Central Bank, published around 16:00 CET on working days
 * (https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates).
 */

const FEEDS = 'https://www.ecb.europa.eu/stats/eurofxref'
const TIMEOUT_MS = 10_000
const MOST_BYTES = 2_000_000

/** The value of one euro on a day. */
export interface EuroRates {
  date: string
  rates: { currency: string; rate: string }[]
}

const list = <T extends z.ZodType>(item: T) => z.union([z.array(item), item.transform((one) => [one])])
const day = z.object({
  time: calendarDate,
  Cube: list(z.object({ currency: z.string().regex(/^[A-Z]{3}$/), rate: decimalRate })),
})
const feed = z.object({ Envelope: z.object({ Cube: z.object({ Cube: list(day) }) }) })

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseAttributeValue: false,
  removeNSPrefix: true,
  processEntities: false,
})

/**
 * Throws a ProviderError if the feed is missing, or not complete and as documented.
 * @param span the newest day, or the last ninety days
 */
export const euroRates = async (span: 'daily' | 'hist-90d', now: number): Promise<EuroRates[]> => {
  const text = await fetchFeed(span, now)
  if (text.length > MOST_BYTES) throw new ProviderError('The rates from the European Central Bank are too long.')
  // Half a file would parse, too.
  const isWhole = XMLValidator.validate(text) === true
  const parsed = isWhole ? feed.safeParse(parser.parse(text)) : null
  if (!parsed?.success) throw new ProviderError('The European Central Bank sent something else than its rates.')
  return parsed.data.Envelope.Cube.Cube.map(({ time, Cube }) => ({ date: time, rates: Cube }))
}

const fetchFeed = async (span: string, now: number): Promise<string> => {
  try {
    const response = await fetch(`${FEEDS}/eurofxref-${span}.xml`, {
      headers: { Accept: 'application/xml, text/xml' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (response.ok) return await response.text()
    await response.body?.cancel()
    throw new ProviderError(`The European Central Bank answered ${response.status}.`, {
      retryAfterMs: retryAfterMs(response, now),
    })
  } catch (error) {
    if (error instanceof ProviderError) throw error
    throw new ProviderError('The European Central Bank could not be reached.')
  }
}
