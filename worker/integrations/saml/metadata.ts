import { XMLParser } from 'fast-xml-parser'
import { z } from 'zod'
import { webhookUrlProblem } from '../../../schema/shared/public-address.ts'
import { AppError } from '../../core/errors.ts'
import { readCertificates, type SigningCertificate } from './certificates.ts'

/** What an identity provider says of itself (SAML 2.0 metadata, section 2.4.3). */
export interface ProviderMetadata {
  entityId: string
  /** Where people are sent with a request, by HTTP-Redirect. */
  signOnUrl: string
  certificates: SigningCertificate[]
}

/** Characters. Okta's and Entra's have 3,000 to 30,000. */
export const MOST_METADATA = 1_000_000
const MOST_CERTIFICATES = 20

const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol'

const LISTS = new Set([
  'EntityDescriptor',
  'IDPSSODescriptor',
  'KeyDescriptor',
  'X509Data',
  'X509Certificate',
  'SingleSignOnService',
])

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  isArray: (name) => LISTS.has(name),
})

const certificate = z.union([z.string(), z.object({ '#text': z.string() }).transform((it) => it['#text'])])
const shape = z.object({
  EntityDescriptor: z.array(
    z.object({
      '@entityID': z.string().min(1).max(1024),
      IDPSSODescriptor: z
        .array(
          z.object({
            '@protocolSupportEnumeration': z.string(),
            KeyDescriptor: z
              .array(
                z.object({
                  '@use': z.string().optional(),
                  KeyInfo: z.object({
                    X509Data: z.array(z.object({ X509Certificate: z.array(certificate) })).optional(),
                  }),
                }),
              )
              .default([]),
            SingleSignOnService: z.array(z.object({ '@Binding': z.string(), '@Location': z.string() })).default([]),
          }),
        )
        .optional(),
    }),
  ),
})

const refused = (reason: string, message: string): AppError => new AppError('INVALID', message, { reason })

const notMetadata = () =>
  refused(
    'NOT_METADATA',
    'This isn’t the metadata of a SAML identity provider. Use the link that your provider names for it.',
  )

/**
 * Reads metadata of one identity provider. Throws INVALID with a sentence for the admin, reason NOT_METADATA, TOO_LARGE,
 * SEVERAL_PROVIDERS, NO_REDIRECT, NO_CERTIFICATE or NOT_PUBLIC.
 */
export const readMetadata = (xml: string): ProviderMetadata => {
  if (xml.length > MOST_METADATA) throw refused('TOO_LARGE', 'The metadata are larger than one megabyte.')
  // Neither is part of SAML, and both change what a reader sees.
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) throw notMetadata()
  const { EntityDescriptor: found } = parsed(xml)
  const providers = found.filter(({ IDPSSODescriptor }) => IDPSSODescriptor !== undefined)
  if (providers.length > 1)
    throw refused('SEVERAL_PROVIDERS', 'The metadata name several identity providers. Use the link to one of them.')
  const [provider] = providers
  const role = provider?.IDPSSODescriptor?.find((each) =>
    each['@protocolSupportEnumeration'].split(/\s+/).includes(PROTOCOL),
  )
  if (!provider || !role) throw notMetadata()
  const signOnUrl = role.SingleSignOnService.find((service) => service['@Binding'] === REDIRECT)?.['@Location']
  if (!signOnUrl) throw refused('NO_REDIRECT', 'The metadata have no sign-on address for redirects (HTTP-Redirect).')
  if (webhookUrlProblem(signOnUrl))
    throw refused('NOT_PUBLIC', 'The sign-on address in the metadata isn’t a public https address.')
  return { entityId: provider['@entityID'], signOnUrl, certificates: certificatesOf(role.KeyDescriptor) }
}

const parsed = (xml: string): z.infer<typeof shape> => {
  try {
    const document: unknown = parser.parse(xml)
    const inside = z.object({ EntitiesDescriptor: z.unknown() }).safeParse(document)
    return shape.parse(inside.success && inside.data.EntitiesDescriptor ? inside.data.EntitiesDescriptor : document)
  } catch {
    throw notMetadata()
  }
}

type Keys = NonNullable<z.infer<typeof shape>['EntityDescriptor'][number]['IDPSSODescriptor']>[number]['KeyDescriptor']

/** Each certificate once: providers list one for signing that they also list for encryption. */
const certificatesOf = (keys: Keys): SigningCertificate[] => {
  const texts = keys
    .filter((key) => key['@use'] === undefined || key['@use'] === 'signing')
    .flatMap((key) => (key.KeyInfo.X509Data ?? []).flatMap((data) => data.X509Certificate))
  const found = texts.map(readCertificates)
  if (found.length === 0 || found.length > MOST_CERTIFICATES || found.some((each) => each === null))
    throw refused('NO_CERTIFICATE', 'The metadata have no certificate for signing that can be read.')
  return [...new Map(found.flatMap((each) => each ?? []).map((each) => [each.pem, each])).values()]
}
