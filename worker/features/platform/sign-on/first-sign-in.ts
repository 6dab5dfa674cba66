import { METHOD_WORDS, type ProviderMethod } from '../../../../schema/platform/sign-on/methods.ts'
import { signOnConnections, signOnIdentities } from '../../../../schema/platform/sign-on/tables.ts'
import type { BaseContext } from '../../../core/operation.ts'
import { select, typed } from '../../../core/record.ts'
import type { OidcIdentity } from '../../../integrations/oidc/client.ts'
import { joinedAtSignOn, placedAtSignOn } from '../provisioning/index.ts'
import { methodsAt } from './connections.ts'
import { companyOfDomain } from './directory.ts'
import { attributesOf } from './said-attributes.ts'

/** People whom a provider vouches for and who are no member yet, where the domain of their address is a company's. */

interface Coming {
  method: ProviderMethod
  identity: OidcIdentity
  /** The company whose own provider it is. */
  ofCompany: string | null
}

const TENANT = typed`SELECT ${select(signOnConnections, 's', ['tenantId'])} FROM sign_on_connections s
  WHERE s.company_id = ? AND s.kind = 'MICROSOFT'`
const LINKED = typed`SELECT ${select(signOnIdentities, 'i', ['userId'])} FROM sign_on_identities i
  WHERE i.company_id = ? AND i.issuer = ? AND i.subject = ?`

const domainIn = (address: string): string => address.split('@').at(-1) ?? ''

/** Whether the provider answers for the people of the company's domain. */
const answersFor = async (
  { db }: BaseContext,
  companyId: string,
  { method, identity, ofCompany }: Coming,
): Promise<boolean> => {
  if (ofCompany !== null) return ofCompany === companyId && identity.isEmailVerified
  if (method === 'GOOGLE') {
    const { hd } = identity.claims
    return identity.isEmailVerified && hd === domainIn(identity.email ?? '')
  }
  if (identity.tenantId === null) return false
  return (await db.first(db.sql(TENANT, companyId)))?.tenantId === identity.tenantId
}

/** The company that the person belongs to by their address and whose provider answers for it, if it allows the method. */
const companyFor = async (
  context: BaseContext,
  coming: Coming,
): Promise<{ place: BaseContext; companyId: string } | null> => {
  const domain = domainIn(coming.identity.email ?? '')
  const owner = await companyOfDomain(context, domain)
  if (!owner || !(await answersFor(owner.place, owner.companyId, coming))) return null
  const { methods } = await methodsAt(owner.place, { companyId: owner.companyId, domain }, [coming.method])
  return methods.length > 0 ? owner : null
}

/** Adds the person to the company that they belong to. Otherwise says which company refused, and why. */
export const joinAtFirst = async (
  context: BaseContext,
  coming: Coming,
): Promise<{ companyId: string; refusal: string | null } | null> => {
  const { method, identity } = coming
  const owner = await companyFor(context, coming)
  if (!owner || identity.email === null) return null
  const { place, companyId } = owner
  const { db } = place
  if (await db.first(db.sql(LINKED, companyId, identity.issuer, identity.subject)))
    return { companyId, refusal: 'the account is linked to someone who was here' }
  const { firstName, lastName, email } = identity
  const refusal = await joinedAtSignOn(place, companyId, {
    person: { firstName, lastName, email },
    attributes: attributesOf(identity.claims),
    by: METHOD_WORDS[method],
  })
  return { companyId, refusal }
}

/** Where a member belongs may be said by each sign-in at the company's own provider. */
export const placeAgain = async (
  context: BaseContext,
  member: { companyId: string; userId: string },
  coming: Coming,
): Promise<string | null> => {
  const attributes = attributesOf(coming.identity.claims)
  if (Object.keys(attributes).length === 0) return null
  const owner = await companyFor(context, coming)
  if (owner?.companyId !== member.companyId) return null
  return placedAtSignOn(owner.place, owner.companyId, member.userId, attributes)
}
