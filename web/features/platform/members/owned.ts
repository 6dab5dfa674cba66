import { OWNED_COUNTED, type Owned } from '../../../../schema/platform/members/owned-endpoints.ts'
import { type Address, to } from '../../../lib/address.ts'
import { countedUpTo, countOf } from './words.ts'

/** What a member owns, in words. */

interface OwnedKind {
  kind: keyof Owned
  /** "3 vendors" */
  words: string
  first: { id: string; name: string }[]
  /** How many there are beyond the first, as far as they are counted. */
  more: number
  /** The page of one. Missing if not everyone who sees the member can open it. */
  hrefOf?: (id: string) => Address
  /** The list of all of them. */
  listOf?: (userId: string) => Address
}

const vendorHref = (id: string) => to('/vendors/$vendorId', { vendorId: id })

const upTo = (total: number, one: string, many = `${one}s`): string =>
  total < OWNED_COUNTED ? countOf(total, one, many) : `${countedUpTo(total, OWNED_COUNTED)} ${many}`

const KINDS: Record<keyof Owned, { words: (total: number) => string } & Pick<OwnedKind, 'hrefOf' | 'listOf'>> = {
  vendors: {
    words: (total) => upTo(total, 'vendor'),
    hrefOf: vendorHref,
    listOf: (userId) => to('/vendors', {}, { filter: 'ALL', ownerId: userId }),
  },
  signedVendors: { words: (total) => `signer of ${upTo(total, 'vendor')}`, hrefOf: vendorHref },
  services: {
    words: (total) => upTo(total, 'service'),
    hrefOf: (id) => to('/services/$serviceId', { serviceId: id }),
    listOf: (userId) => to('/services', {}, { filter: 'ALL', ownerId: userId }),
  },
  categories: { words: (total) => upTo(total, 'category', 'categories') },
  sourcingEvents: { words: (total) => upTo(total, 'sourcing event') },
  vendorForms: { words: (total) => upTo(total, 'open vendor form') },
}

/** The kinds that aren't empty. */
export const ownedKinds = (owned: Owned): OwnedKind[] =>
  (Object.keys(KINDS) as (keyof Owned)[]).flatMap((kind) => {
    const { total, first } = owned[kind]
    const { words, ...links } = KINDS[kind]
    return total === 0 ? [] : [{ kind, words: words(total), first, more: total - first.length, ...links }]
  })

export const ownedCount = (owned: Owned): number => Object.values(owned).reduce((sum, { total }) => sum + total, 0)
