import { z } from 'zod'

/** DNS over HTTPS (https://developers.cloudflare.com/1.1.1.1/encryption/dns-over-https/make-api-requests/dns-json/). */

const answer = z.object({
  Status: z.number(),
  Answer: z.array(z.object({ type: z.number(), data: z.string() })).optional(),
})
const A = 1
const AAAA = 28
const TIMEOUT_MS = 5_000

const TXT = 16
const TYPES = { [A]: 'A', [AAAA]: 'AAAA', [TXT]: 'TXT' }

const lookUp = async (host: string, type: keyof typeof TYPES): Promise<string[]> => {
  const query = new URLSearchParams({ name: host, type: TYPES[type] })
  const response = await fetch(`https://cloudflare-dns.com/dns-query?${query}`, {
    headers: { Accept: 'application/dns-json' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!response.ok) throw new Error(`The name service answered ${response.status}`)
  const { Answer = [] } = answer.parse(await response.json())
  return Answer.filter((record) => record.type === type).map((record) => record.data)
}

/** All addresses of a host, IPv4 and IPv6, or none if the name doesn't exist. Throws if the lookup fails. */
export const addressesOf = async (host: string): Promise<string[]> =>
  (await Promise.all([lookUp(host, A), lookUp(host, AAAA)])).flat()

/** The texts of a name. Long ones come in several quoted parts. Throws if the lookup fails. */
export const textsOf = async (host: string): Promise<string[]> =>
  (await lookUp(host, TXT)).map((data) => data.replaceAll(/" "/g, '').replaceAll(/^"|"$/g, ''))
