import type { ProviderMethod } from '../../../../schema/platform/sign-on/methods.ts'
import { signOnConnections, signOnIdentities } from '../../../../schema/platform/sign-on/tables.ts'
import { FIRST_CELL, inCell, inPlace } from '../../../core/cells.ts'
import type { BaseContext } from '../../../core/operation.ts'
import { select, typed } from '../../../core/record.ts'
import type { OidcIdentity } from '../../../integrations/oidc/client.ts'
import { cellsOfAddress } from '../directory/index.ts'
import { byPreference, type Candidate, candidatesAt } from '../session/index.ts'
import { cellsOfIdentity } from './identities.ts'

/** Who signs in: the person that the provider's identity is linked to, or who has its address where that may be trusted. */
export interface Found extends Candidate {
  /** Where they sign in. */
  place: BaseContext
  isLinked: boolean
  /** Whether the address alone is enough to link them. */
  mayLink: boolean
  /** Whether they, or an admin, removed the provider’s account from theirs. */
  wasRemoved: boolean
}

interface Asked {
  method: ProviderMethod
  identity: OidcIdentity
  portal: 'STAFF' | 'VENDOR'
  /** The only company in question, and whether the address is in its domains, where its own connection is used. */
  only: { companyId: string; isDomainProven: boolean } | null
}

const LINK = select(signOnIdentities, 'i', ['companyId', 'userId', 'subject', 'removedAt'])
const OF_SUBJECT = typed`SELECT ${LINK} FROM sign_on_identities i INDEXED BY sign_on_identities_subject
  WHERE i.subject = ? AND i.issuer = ?`
const OF_USERS = typed`SELECT ${LINK} FROM sign_on_identities i INDEXED BY sign_on_identities_user
  WHERE i.user_id IN (SELECT value FROM json_each(?)) AND i.issuer = ?`
const OF_TENANT = typed`SELECT ${select(signOnConnections, 's', ['companyId'])} FROM sign_on_connections s
  WHERE s.company_id IN (SELECT value FROM json_each(?)) AND s.kind = 'MICROSOFT' AND s.tenant_id = ?`

const MOST = 100

const foundAt = async (place: BaseContext, { method, identity, portal, only }: Asked): Promise<Found[]> => {
  const { db } = place
  const { issuer, subject, tenantId } = identity
  const email = identity.email ?? ''
  const linked = await db.all(db.sql(OF_SUBJECT, subject, issuer))
  const userIds = linked.filter(({ removedAt }) => removedAt === null).map(({ userId }) => userId)
  const all = await candidatesAt(place, { email, userIds, method, portal, isStaff: false }, MOST)
  const candidates = all.filter(({ companyId, kind }) => !only || (kind === 'STAFF' && companyId === only.companyId))
  const [taken, tenants] = await Promise.all([
    db.all(db.sql(OF_USERS, JSON.stringify(candidates.map(({ userId }) => userId)), issuer)),
    db.all(db.sql(OF_TENANT, JSON.stringify(candidates.map(({ companyId }) => companyId)), tenantId ?? '')),
  ])
  const isTrusted = identity.isEmailVerified && (!only || only.isDomainProven)
  return candidates.map((candidate) => {
    const { companyId, userId } = candidate
    const isHere = (each: { companyId: string }) => each.companyId === companyId
    const own = linked.filter((each) => isHere(each) && each.userId === userId)
    const isTaken =
      linked.some(isHere) || taken.some((each) => isHere(each) && each.userId === userId && each.removedAt === null)
    const isVouchedFor = isTrusted || (tenantId !== null && tenants.some(isHere))
    return {
      ...candidate,
      place,
      isLinked: own.some(({ removedAt }) => removedAt === null),
      wasRemoved: own.some(({ removedAt }) => removedAt !== null),
      mayLink: candidate.email === email && isVouchedFor && !isTaken,
    }
  })
}

export const canEnter = ({ isAllowed, isLinked, mayLink }: Found): boolean => isAllowed === 1 && (isLinked || mayLink)

/** Where the address is known, and where the account is linked. The first cell, which knows vendors’ people, is one. */
const placesOf = async (context: BaseContext, { identity, only }: Asked): Promise<BaseContext[]> => {
  if (only) return [await inPlace(context, { companyId: only.companyId })]
  const { issuer, subject, email } = identity
  const places = [
    ...(email === null ? [inCell(context, FIRST_CELL)] : await cellsOfAddress(context, email)),
    ...(await cellsOfIdentity(context, { issuer, subject })),
  ]
  return [...new Map(places.map((place) => [place.db, place])).values()]
}

/** The account in question first, also one that can't be entered. Null if there is none. */
export const findPerson = async (context: BaseContext, asked: Asked): Promise<Found | null> => {
  const places = await placesOf(context, asked)
  const found = (await Promise.all(places.map((place) => foundAt(place, asked)))).flat()
  const usual = byPreference(asked.portal)
  const isAsked = ({ kind }: Found) => Number(kind === asked.portal)
  const byEntry = (a: Found, b: Found) =>
    Number(canEnter(b)) - Number(canEnter(a)) ||
    isAsked(b) - isAsked(a) ||
    Number(b.isLinked) - Number(a.isLinked) ||
    usual(a, b)
  return found.toSorted(byEntry)[0] ?? null
}
