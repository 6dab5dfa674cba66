import { METHOD_WORDS, type ProviderMethod } from '../../../../../schema/platform/sign-on/methods.ts'
import { MOST_LINKED } from '../../../../../schema/platform/sign-on/own-endpoints.ts'
import { signOnIdentities } from '../../../../../schema/platform/sign-on/tables.ts'
import { commit } from '../../../../core/commit.ts'
import { guardOneRow } from '../../../../core/database.ts'
import { AppError } from '../../../../core/errors.ts'
import type { BaseContext } from '../../../../core/operation.ts'
import { select, typed } from '../../../../core/record.ts'
import type { OidcIdentity } from '../../../../integrations/oidc/client.ts'
import { candidatesAt } from '../../session/index.ts'
import { tellCompany } from '../company-log.ts'
import type { Attempt } from '../directory.ts'
import { identityId, linkStatement, tellDirectory } from '../identities.ts'
import { refused } from '../refusals.ts'
import { historyOf, toldPerson } from './told.ts'
import { type Holder, holderOf, linkFault, waysOf } from './whose.ts'

/** The end of linking: the provider sent the browser back, and the session that began is still the one in it. */

const OTHER_SESSION =
  'You were signed out, or signed in again, since you began to link this account. Nothing was linked. Begin again.'

const OF_IDENTITY = typed`SELECT ${select(signOnIdentities, 'i', ['userId', 'removedAt'])} FROM sign_on_identities i
  WHERE i.company_id = ? AND i.issuer = ? AND i.subject = ?`

/** Whether someone else there has the address. Linked to this person, their account would sign in the wrong one of the two. */
const isAddressOfOther = async (
  place: BaseContext,
  { kind, companyId, userId }: Holder,
  method: ProviderMethod,
  email: string,
) =>
  (await candidatesAt(place, { email, method, portal: kind, isStaff: false }, MOST_CANDIDATES)).some(
    (each) => each.kind === kind && each.companyId === companyId && each.userId !== userId,
  )
const MOST_CANDIDATES = 100

interface Linking {
  holder: Holder
  method: ProviderMethod
  identity: OidcIdentity
}

/** Why the account can’t be linked to this person, for them and for the log. Null if it can. */
const faultOf = async (
  place: BaseContext,
  { holder, method, identity }: Linking,
  found: { userId: string; removedAt: number | null } | null,
): Promise<{ words: string; why: string } | null> => {
  const who = `${METHOD_WORDS[method]} account ${identity.email ?? 'without an address'}`
  if (found && found.removedAt === null)
    return {
      words: `This ${who} is linked to someone else. Ask an admin if it should be yours.`,
      why: `linking the ${who}, which is linked to someone else`,
    }
  if (!(await isAddressOfOther(place, holder, method, identity.email ?? ''))) return null
  return {
    words: `This ${who} has the address of someone else here. Choose your own account at ${METHOD_WORDS[method]}.`,
    why: `linking the ${who}, which is someone else’s address`,
  }
}

const keep = async (context: BaseContext, { holder, method, identity }: Linking): Promise<null> => {
  const { db, directory, newId } = context
  const { companyId, userId } = holder
  const { issuer, subject, email } = identity
  const told = tellDirectory(context, holder, identity)
  if (db !== directory) await directory.batch([told])
  return commit(context, {
    subject: 'The sign-in method',
    statements: [
      linkStatement(context, holder, { method, identity }),
      // Two people at once: the second finds it taken.
      guardOneRow(db),
      ...(db === directory ? [told] : []),
    ],
    audit: [
      {
        changeKey: `sign-on-linked:${identityId(holder, identity)}:${newId()}`,
        ...historyOf(holder, 'method-linked'),
        message: `Linked ${METHOD_WORDS[method]} to this account (${email ?? 'no address'})`,
        changeData: { issuer, subject },
      },
    ],
    outbox: [toldPerson(holder, { what: 'LINKED', method, address: email })],
    result: null,
    as: { companyId, userId },
  })
}

/**
 * What came of linking: for the session that began it. Throws RULE_BROKEN in any other one.
 * @param vouchedFor throws RULE_BROKEN with words for an answer that doesn’t hold
 */
export const linked = async (
  context: BaseContext,
  attempt: Attempt,
  vouchedFor: () => Promise<OidcIdentity>,
): Promise<{ isSound: boolean; text: string; portal: Holder['kind'] }> => {
  const holder = holderOf(context)
  const isSame = holder?.userId === attempt.forUser && holder?.sessionHash === attempt.forSession
  if (!holder || !isSame) {
    await tellCompany(context, attempt.ofCompany, 'linking an account in another session than the one that began')
    throw refused(OTHER_SESSION)
  }
  const { kind: portal } = holder
  const method = attempt.method as ProviderMethod
  const name = METHOD_WORDS[method]
  const said = (isSound: boolean, text: string) => ({ isSound, text, portal })
  try {
    const identity = await vouchedFor()
    const ways = await waysOf(context, holder)
    const off = linkFault(ways, method)
    if (off !== null) return said(false, off)
    const { issuer, subject, email } = identity
    const found = await context.db.first(context.db.sql(OF_IDENTITY, holder.companyId, issuer, subject))
    if (found?.userId === holder.userId && found.removedAt === null)
      return said(true, `This ${name} account was linked already.`)
    const linking = { holder, method, identity }
    const fault = await faultOf(context, linking, found)
    if (fault) {
      await tellCompany(context, holder.companyId, fault.why)
      return said(false, fault.words)
    }
    if (ways.linked.length >= MOST_LINKED) return said(false, `You can link ${MOST_LINKED} accounts. Remove one first.`)
    await keep(context, linking)
    return said(true, `${name} is linked. You can sign in with ${email ?? 'this account'} from now on.`)
  } catch (error) {
    if (error instanceof AppError && error.code === 'RULE_BROKEN') return said(false, error.message)
    throw error
  }
}
