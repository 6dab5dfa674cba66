import { z } from 'zod'
import { samlAcsPath, samlMetadataPath } from '../../../../../schema/platform/sign-on/methods.ts'
import { signOnConnections } from '../../../../../schema/platform/sign-on/tables.ts'
import type { BaseContext } from '../../../../core/operation.ts'
import { type RowOf, select, typed } from '../../../../core/record.ts'
import type { ProviderMetadata } from '../../../../integrations/saml/metadata.ts'

/** A company's SAML identity provider, as its metadata describe it. */

const certificates = z.array(z.object({ pem: z.string(), validFrom: z.number(), validUntil: z.number() }))

const COLUMNS = select(signOnConnections, 's', [
  'entityId',
  'ssoUrl',
  'certificates',
  'metadataUrl',
  'metadataReadAt',
  'fault',
  'lastUsedAt',
])
const SAML = typed`SELECT ${COLUMNS} FROM sign_on_connections s WHERE s.company_id = ? AND s.kind = 'OKTA_SAML'`

const METADATA = typed`SELECT ${select(signOnConnections, 's', ['metadataUrl'])}
  FROM sign_on_connections s WHERE s.company_id = ? AND s.kind = 'OKTA_SAML'`

export const samlMetadataStatement = ({ db }: Pick<BaseContext, 'db'>, companyId: string) => db.sql(METADATA, companyId)

export const samlRowOf = ({ db }: Pick<BaseContext, 'db'>, companyId: string): Promise<RowOf<typeof COLUMNS> | null> =>
  db.first(db.sql(SAML, companyId))

export const samlProviderOf = async (
  context: Pick<BaseContext, 'db'>,
  companyId: string,
): Promise<ProviderMetadata | null> => providerIn(await samlRowOf(context, companyId))

export const providerIn = (
  found: Pick<RowOf<typeof COLUMNS>, 'entityId' | 'ssoUrl' | 'certificates'> | null,
): ProviderMetadata | null => {
  if (!found?.entityId || !found.ssoUrl) return null
  return {
    entityId: found.entityId,
    signOnUrl: found.ssoUrl,
    certificates: certificates.parse(JSON.parse(found.certificates ?? '[]')),
  }
}

type Where = Pick<ProviderMetadata, 'entityId' | 'signOnUrl'>

/** Whether people would log in somewhere else, so that a test before says nothing. New certificates change nothing of that. */
export const isOtherProvider = (before: Where, after: Where): boolean =>
  before.entityId !== after.entityId || before.signOnUrl !== after.signOnUrl

/** What a company's provider knows us by. */
export const serviceOf = ({ origin }: Pick<BaseContext, 'origin'>, companyId: string) => ({
  issuer: origin + samlMetadataPath(companyId),
  acsUrl: origin + samlAcsPath(companyId),
})
