import { METHOD_WORDS } from '../../../../../schema/platform/sign-on/methods.ts'
import { beginLinking, MOST_LINKED } from '../../../../../schema/platform/sign-on/own-endpoints.ts'
import { AppError } from '../../../../core/errors.ts'
import { type BaseContext, command, inputOf } from '../../../../core/operation.ts'
import { appProvider } from '../../../../integrations/oidc/providers.ts'
import { factorsToChange } from '../../factors/index.ts'
import { beginAt, beginAtSaml } from '../begin.ts'
import { oktaOf } from '../connections.ts'
import { limitNetwork } from '../limit.ts'
import { samlProviderOf } from '../saml/connection.ts'
import { holderIn, linkFault, waysOf } from './whose.ts'

const notLinkable = (words: string): AppError => new AppError('RULE_BROKEN', words, { reason: 'NOT_LINKABLE' })

/** Who has a second factor gives it, so that an open session isn't enough to add one's own way in. Vendors' people have none. */
export const requireFactor = async ({ actor, ...context }: BaseContext): Promise<void> => {
  if (actor) await factorsToChange({ ...context, actor })
}

/**
 * Throws FORBIDDEN without a fresh factor of who has one, and RULE_BROKEN for a method that the person couldn’t use or
 * whose provider can’t be reached.
 */
export const begin = command({
  id: 'sign-on.begin-linking',
  access: 'session.use',
  idempotency: 'none',
  input: inputOf(beginLinking),
  run: async (context, { method }) => {
    const holder = holderIn(context)
    await limitNetwork(context, 'begin')
    const { kind: portal, companyId, userId: forUser, sessionHash: forSession, email: hint } = holder
    const ways = await waysOf(context, holder)
    const fault = linkFault(ways, method)
    if (fault !== null) throw notLinkable(fault)
    if (ways.linked.length >= MOST_LINKED) throw notLinkable(`You can link ${MOST_LINKED} accounts. Remove one first.`)
    await requireFactor(context)
    const attempt = { purpose: 'LINK', forUser, forSession, portal } as const
    if (method === 'OKTA_SAML') {
      const provider = await samlProviderOf(context, companyId)
      if (!provider) throw notLinkable('SAML isn’t connected.')
      return beginAtSaml(context, provider, { ...attempt, companyId })
    }
    if (method !== 'OKTA')
      return beginAt(context, appProvider(context.env, method), { ...attempt, companyId: null, hint })
    const provider = await oktaOf(context, companyId)
    if (!provider) throw notLinkable(`${METHOD_WORDS.OKTA} isn’t connected.`)
    return beginAt(context, provider, { ...attempt, companyId, hint })
  },
})
