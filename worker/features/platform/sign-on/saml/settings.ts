import * as endpoints from '../../../../../schema/platform/sign-on/settings-endpoints.ts'
import { signOnConnections } from '../../../../../schema/platform/sign-on/tables.ts'
import { commit } from '../../../../core/commit.ts'
import { Database } from '../../../../core/database.ts'
import { AppError, invalidField } from '../../../../core/errors.ts'
import { command, inputOf, query, type StaffContext } from '../../../../core/operation.ts'
import { ProviderError } from '../../../../core/provider-error.ts'
import { fetchMetadata } from '../../../../integrations/saml/fetch-metadata.ts'
import { type ProviderMetadata, readMetadata } from '../../../../integrations/saml/metadata.ts'
import { guardedRun } from '../../guarded/index.ts'
import { SCIM_PATH } from '../../provisioning/index.ts'
import { claimStatements, domainsOf, shownDomain } from '../domains.ts'
import { type From, isInUse, requireSameState, SIGN_ON_PLACE } from '../guard.ts'
import { requireNotRequired, requireRequiredDomains } from '../required.ts'
import { requireDomainsInUse } from '../settings.ts'
import { isOtherProvider, providerIn, samlRowOf, serviceOf } from './connection.ts'

/** What a company's admins set up of signing in with SAML. */

const instantOf = (at: number | null | undefined): string | null => (at ? new Date(at).toISOString() : null)

const configuration = async (context: StaffContext): Promise<endpoints.OktaSamlConfiguration> => {
  const { actor, origin } = context
  const { companyId } = actor
  const [found, domains] = await Promise.all([samlRowOf(context, companyId), domainsOf(context, companyId)])
  const provider = providerIn(found)
  const ends = (provider?.certificates ?? []).map(({ validUntil }) => validUntil)
  const { issuer, acsUrl } = serviceOf(context, companyId)
  return {
    samlMetadataUrl: found?.metadataUrl ?? '',
    loginDomains: domains.map(({ domain }) => domain),
    domains: domains.map(shownDomain),
    entityId: provider?.entityId ?? '',
    metadataReadAt: instantOf(found?.metadataReadAt),
    certificateEndsAt: ends.length > 0 ? instantOf(Math.max(...ends)) : null,
    fault: found?.fault ?? null,
    lastUsedAt: instantOf(found?.lastUsedAt),
    callbackUrl: acsUrl,
    issuerUrl: issuer,
    provisioningEndpoint: origin + SCIM_PATH,
  }
}

export const readOktaSaml = query({
  id: 'sso-integrations.get-okta-saml',
  access: 'sign-on.manage',
  input: inputOf(endpoints.getOktaSamlConfiguration),
  run: configuration,
})

/** The provider as its metadata describe it now. Throws INVALID beside the field that has them. */
const described = async (url: string, file: string | undefined): Promise<ProviderMetadata> => {
  const field = file ? 'samlMetadata' : 'samlMetadataUrl'
  if (!file && url === '') throw invalidField(field, 'Enter the address of your provider’s metadata')
  try {
    return file ? readMetadata(file) : await fetchMetadata(url)
  } catch (error) {
    if (error instanceof ProviderError || (error instanceof AppError && error.code === 'INVALID'))
      throw invalidField(field, error.message)
    throw error
  }
}

interface Saml extends From {
  samlMetadataUrl: string
  samlMetadata?: string | undefined
  loginDomains: string[]
  /** What the metadata said when the change was asked for, which is what is confirmed. */
  read?: ProviderMetadata | undefined
  isFile?: boolean | undefined
}

/** What is connected and what would be. Throws INVALID for metadata that can't be read or don't hold. */
const checked = async (context: StaffContext, { samlMetadataUrl, samlMetadata, loginDomains, read }: Saml) => {
  await requireDomainsInUse(context, 'OKTA_SAML', loginDomains)
  const provider = read ?? (await described(samlMetadataUrl, samlMetadata))
  if (!provider.certificates.some(({ validUntil }) => validUntil > context.clock.now()))
    throw invalidField(samlMetadata ? 'samlMetadata' : 'samlMetadataUrl', 'Its certificate has expired')
  await requireRequiredDomains(context, loginDomains)
  const connected = providerIn(await samlRowOf(context, context.actor.companyId))
  const isOther = !connected || isOtherProvider(connected, provider)
  if (isOther) await requireNotRequired(context, 'OKTA_SAML')
  return { provider, isOther, state: JSON.stringify([connected?.entityId, connected?.signOnUrl]) }
}

const set = async (context: StaffContext, wanted: Saml, askedBy?: string): Promise<endpoints.OktaSamlConfiguration> => {
  const { directory, actor, db, clock, newId } = context
  const { companyId } = actor
  const now = clock.now()
  const { samlMetadataUrl, samlMetadata, loginDomains, isFile = samlMetadata !== undefined } = wanted
  const { provider, isOther, state } = await checked(context, wanted)
  requireSameState(wanted, state, askedBy)
  const { entityId, signOnUrl, certificates } = provider
  const set = {
    metadataUrl: isFile ? null : samlMetadataUrl,
    entityId,
    ssoUrl: signOnUrl,
    certificates: JSON.stringify(certificates),
    metadataReadAt: now,
    metadataFailedAt: null,
    fault: null,
    failures: 0,
    failingToldAt: null,
    certificateTold: null,
    ...(isOther && { testedAt: null, changedAt: now }),
  }
  const save = Database.orm
    .insert(signOnConnections)
    .values({ companyId, kind: 'OKTA_SAML', createdAt: now, ...set })
    .onConflictDoUpdate({ target: [signOnConnections.companyId, signOnConnections.kind], set })
  await directory.batch(claimStatements(context, companyId, [...new Set(loginDomains)]))
  await commit(context, {
    subject: 'The SAML provider',
    statements: [db.statement(save)],
    audit: [
      {
        changeKey: `saml-configuration:${newId()}`,
        action: 'company.saml-configured',
        targetType: 'COMPANY',
        targetId: companyId,
        message: `Set up logging in with the SAML provider ${entityId}`,
        changeData: { after: { entityId, signOnUrl, metadataUrl: set.metadataUrl, loginDomains } },
      },
    ],
    result: null,
  })
  return configuration(context)
}

/** Throws INVALID for metadata that can't be read, and then changes nothing. */
export const saveOktaSaml = command({
  id: 'sso-integrations.save-okta-saml',
  access: 'sign-on.manage',
  freshFactor: true,
  idempotency: 'none',
  input: inputOf(endpoints.saveOktaSamlConfiguration),
  run: guardedRun<Saml, endpoints.OktaSamlConfiguration>({
    id: 'sso-integrations.save-okta-saml',
    loosens: async (context, wanted) => {
      const { provider, isOther } = await checked(context, wanted)
      if (!isOther || !(await isInUse(context))) return null
      return `Log in with the SAML provider ${provider.entityId}, which is at ${provider.signOnUrl}`
    },
    run: set,
    current: configuration,
    kept: async (context, wanted) => {
      const { provider, state } = await checked(context, wanted)
      const { samlMetadata, ...rest } = wanted
      return { ...rest, read: provider, isFile: samlMetadata !== undefined, from: state }
    },
    place: SIGN_ON_PLACE,
  }),
})
