import { webhookUrlProblem } from '../../../schema/shared/public-address.ts'
import { ProviderError } from '../../core/provider-error.ts'
import { hostProblem } from '../dns/public-host.ts'
import { MOST_METADATA, type ProviderMetadata, readMetadata } from './metadata.ts'

const TIMEOUT_MS = 10_000

const unreachable = (message: string, isFinal: boolean) => new ProviderError(message, { isFinal })

/** The text, if it isn't larger than metadata may be. */
const textOf = async (response: Response): Promise<string> => {
  const reader = response.body?.getReader()
  if (!reader) return ''
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    text += decoder.decode(value, { stream: true })
    if (text.length > MOST_METADATA) {
      await reader.cancel()
      return text
    }
  }
}

/**
 * Reads an identity provider's metadata from the address that an admin entered: https, a public host, no redirects, one
 * megabyte, ten seconds. Throws ProviderError where it can't be reached (`isFinal` if trying again won't help) and INVALID
 * where it isn't metadata, both with a sentence for the admin.
 */
export const fetchMetadata = async (address: string): Promise<ProviderMetadata> => {
  const problem = webhookUrlProblem(address)
  if (problem) throw unreachable(`${problem}.`, true)
  const url = new URL(address)
  const refusal = await hostProblem(url)
  if (refusal) throw unreachable(`${refusal.message}.`, !refusal.isTransient)
  const response = await fetch(url, {
    redirect: 'manual',
    headers: { Accept: 'application/samlmetadata+xml, application/xml, text/xml' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => null)
  if (!response) throw unreachable('The identity provider’s metadata couldn’t be reached.', false)
  if (!response.ok) {
    await response.body?.cancel()
    const isFinal = response.status < 500 && response.status !== 429 && response.status !== 408
    throw unreachable(`The identity provider answered ${response.status} when asked for its metadata.`, isFinal)
  }
  const later = await hostProblem(url)
  if (later) {
    await response.body?.cancel()
    throw unreachable(`${later.message}.`, !later.isTransient)
  }
  const text = await textOf(response).catch(() => {
    throw unreachable('The identity provider’s metadata broke off. They will be read again.', false)
  })
  return readMetadata(text)
}
