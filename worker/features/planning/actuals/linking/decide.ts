import type { LinkReason } from '../../../../../schema/planning/actuals/link-values.ts'
import { LONGEST_NEW_NAME } from '../../../../../schema/planning/actuals/mapping-values.ts'
import { differsInForm, matchKeyOf } from '../../../../../schema/shared/match-key.ts'
import { matchByName, nameKeyOf } from '../../../../../schema/shared/name-match.ts'

/**
 * What an accounting vendor is: a vendor of the company for sure, one that it may be, a new one, or nothing yet. Linking
 * without anyone is a promise: whatever could be read two ways is proposed.
 */

interface Candidate {
  id: string
  name: string
  matchKey: string
  isArchived: boolean
  /** Its people tell their bank details in the portal, which would be those of the accounting vendor too. */
  hasPortal: boolean
}

export interface Known {
  candidates: readonly Candidate[]
  /** Names that people said are a vendor. */
  aliases: readonly { nameKey: string; matchKey: string; vendorId: string }[]
  /** And aren't. */
  refusals: readonly { nameKey: string; vendorId: string; isFinal: boolean }[]
}

type Decision =
  | { what: 'LINK' | 'PROPOSE'; vendor: Candidate; reason: LinkReason }
  | { what: 'MAKE'; name: string }
  /** A vendor that people said it isn't is the only one alike. */
  | { what: 'ASK' }
  | { what: 'NOTHING' }

const sure = (vendor: Candidate, reason: 'NAME' | 'LEARNED', isUndone: boolean): Decision => {
  if (isUndone) return { what: 'PROPOSE', vendor, reason: 'UNDONE' }
  if (vendor.hasPortal) return { what: 'PROPOSE', vendor, reason: 'PORTAL' }
  return { what: 'LINK', vendor, reason }
}

/** One name is the beginning of the other, in whole words. */
const isAlike =
  (nameKey: string) =>
  (vendor: Candidate): boolean => {
    const other = nameKeyOf(vendor.name)
    return nameKey.startsWith(`${other} `) || other.startsWith(`${nameKey} `)
  }

/** @param isNamed whether a bill, a payment or a transaction names it: the rest is left alone until one does */
export const decide = (
  { name, isNamed, isActive }: { name: string; isNamed: boolean; isActive: boolean },
  { candidates, aliases, refusals }: Known,
): Decision => {
  const [nameKey, key] = [nameKeyOf(name), matchKeyOf(name)]
  const said = refusals.filter((refusal) => refusal.nameKey === nameKey)
  const refused = new Set(said.filter(({ isFinal }) => isFinal).map(({ vendorId }) => vendorId))
  const undone = new Set(said.map(({ vendorId }) => vendorId))
  const possible = candidates.filter(({ id }) => !refused.has(id))
  const active = possible.filter(({ isArchived }) => !isArchived)

  const learned = aliases.find((alias) => alias.nameKey === nameKey)
  const known = active.find(({ id }) => id === learned?.vendorId)
  if (known) return sure(known, 'LEARNED', undone.has(known.id))

  const alsoCalled = new Set(aliases.filter(({ matchKey }) => matchKey === key).map(({ vendorId }) => vendorId))
  const isSame = (vendor: Candidate): boolean => vendor.matchKey === key || alsoCalled.has(vendor.id)
  const [only, ...others] = active.filter(isSame)
  if (only && others.length === 0 && !differsInForm(name, only.name)) return sure(only, 'NAME', undone.has(only.id))
  if (!isNamed) return { what: 'NOTHING' }
  if (only) {
    const vendor = matchByName(name, [only, ...others]) ?? only
    return { what: 'PROPOSE', vendor, reason: others.length > 0 ? 'SEVERAL' : 'FORM' }
  }
  const alike = matchByName(name, active.filter(isAlike(nameKey)))
  if (alike) return { what: 'PROPOSE', vendor: alike, reason: undone.has(alike.id) ? 'UNDONE' : 'ALIKE' }
  const archived = possible.find(isSame)
  if (archived) return { what: 'PROPOSE', vendor: archived, reason: 'ARCHIVED' }
  if (undone.size > 0) return { what: 'ASK' }
  return isActive ? { what: 'MAKE', name: name.trim().slice(0, LONGEST_NEW_NAME).trim() } : { what: 'NOTHING' }
}
