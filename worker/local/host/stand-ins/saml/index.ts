import { inflateRawSync } from 'node:zlib'
import type { StandIn } from '../stand-in.ts'
import { SAML_HOST } from './address.ts'
import { issueAnswer, metadataOf, newProviderKey, type Person, type ProviderKey } from './identity-provider.ts'
import { answerForm, choicePage, refusalPage } from './pages.ts'

/**
 * A company's SAML identity provider: metadata at `/metadata`, and `/sso`, where a person chooses who they are and is sent
 * back with an answer. `/start?acs=…&audience=…` begins without a request, as a tile on a provider's own page does.
 */
const ENTITY_ID = `https://${SAML_HOST}/brightwater`

const YEAR_MS = 365 * 24 * 60 * 60 * 1000

export interface SamlOptions {
  /** Who can sign in there. */
  people: readonly Person[]
  /** Where the provider's key stays between starts. */
  kept: { read(): string | null; write(text: string): void } | null
}

interface Asked {
  acsUrl: string
  audience: string
  id?: string
  relayState: string
}

/** What an AuthnRequest asks, which is small and always written by the product itself. */
const askedBy = (search: URLSearchParams): Asked | null => {
  const sent = search.get('SAMLRequest')
  if (!sent) return null
  const xml = inflateRawSync(Buffer.from(sent, 'base64')).toString('utf8')
  const find = (pattern: RegExp) => pattern.exec(xml)?.[1]
  const acsUrl = find(/AssertionConsumerServiceURL="([^"]+)"/)
  const audience = find(/<(?:\w+:)?Issuer[^>]*>([^<]+)</)
  const id = find(/\sID="([^"]+)"/)
  return acsUrl && audience && id ? { acsUrl, audience, id, relayState: search.get('RelayState') ?? '' } : null
}

const askedByTile = (search: URLSearchParams): Asked | null => {
  const acsUrl = search.get('acs')
  const audience = search.get('audience')
  return acsUrl && audience ? { acsUrl, audience, relayState: search.get('RelayState') ?? '' } : null
}

export const samlProvider = ({ people, kept }: SamlOptions): StandIn => {
  let known: Promise<ProviderKey> | undefined
  const keyOf = async (): Promise<ProviderKey> => {
    const text = kept?.read()
    if (text) return JSON.parse(text) as ProviderKey
    const now = Date.now()
    const made = await newProviderKey(new Date(now - YEAR_MS), new Date(now + 10 * YEAR_MS))
    kept?.write(JSON.stringify(made))
    return made
  }
  const key = () => {
    known ??= keyOf()
    return known
  }
  const signIn = async (request: Request, asked: Asked | null): Promise<Response> => {
    if (!asked) return refusalPage('The request can’t be read.')
    if (request.method !== 'POST') return choicePage(people.map(({ nameId }) => nameId))
    const chosen = new URLSearchParams(await request.text()).get('person')
    const person = people.find(({ nameId }) => nameId === chosen)
    if (!person) return refusalPage('This person isn’t known here.')
    const { acsUrl, audience, id, relayState } = asked
    const xml = await issueAnswer(await key(), { person, issuer: ENTITY_ID, audience, acsUrl, inResponseTo: id })
    return answerForm(acsUrl, { SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: relayState })
  }
  return {
    host: SAML_HOST,
    async answer(request) {
      const { pathname, searchParams } = new URL(request.url)
      if (pathname === '/metadata') {
        const { certificate } = await key()
        const xml = metadataOf(ENTITY_ID, `https://${SAML_HOST}/sso`, [certificate])
        return new Response(xml, { headers: { 'content-type': 'application/samlmetadata+xml' } })
      }
      if (pathname === '/sso') return signIn(request, askedBy(searchParams))
      if (pathname === '/start') return signIn(request, askedByTile(searchParams))
      return new Response('Not found', { status: 404 })
    },
  }
}
