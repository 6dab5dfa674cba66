import { PROVIDER_METHODS, type ProviderMethod } from '../../../../../schema/platform/sign-on/methods.ts'
import {
  getOwnMethods,
  type LinkedAccount,
  MOST_LINKED,
  type OwnMethods,
} from '../../../../../schema/platform/sign-on/own-endpoints.ts'
import { inputOf, query } from '../../../../core/operation.ts'
import { identityId } from '../identities.ts'
import { type Holder, holderIn, isLastWay, type Ways, waysOf } from './whose.ts'

const instantOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

export const linkedAccounts = (holder: Holder, ways: Ways): LinkedAccount[] =>
  ways.linked.map((row) => ({
    id: identityId(holder, row),
    method: row.method as ProviderMethod,
    address: row.email,
    linkedAt: new Date(row.linkedAt).toISOString(),
    lastUsedAt: instantOf(row.lastUsedAt),
    isUsable: ways.usable.includes(row.method),
    isLastWay: isLastWay(ways, row),
  }))

export const readOwnMethods = query({
  id: 'sign-on.get-own-methods',
  access: 'session.use',
  asAnother: 'NEVER',
  readsFirst: true,
  input: inputOf(getOwnMethods),
  run: async (context): Promise<OwnMethods> => {
    const holder = holderIn(context)
    const ways = await waysOf(context, holder)
    const isFull = ways.linked.length >= MOST_LINKED
    return {
      emailLink: { address: holder.email, isUsable: ways.usable.includes('EMAIL_LINK') },
      linked: linkedAccounts(holder, ways),
      linkable: isFull ? [] : PROVIDER_METHODS.filter((method) => ways.usable.includes(method)),
      required: ways.required,
    }
  },
})
