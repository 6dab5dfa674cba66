import type { BooksEntry } from '../../../schema/platform/accounting/entries.ts'
import { ProviderError, type ProviderReason } from '../../core/provider-error.ts'
import { NetsuiteRefusal } from './errors.ts'

/** Why NetSuite doesn't take an entry, and what to do about it. */

interface Words {
  code: RegExp
  detail: RegExp
  reason: ProviderReason | null
  say: (detail: string, entry: BooksEntry | null) => string
}

const dayOf = (entry: BooksEntry | null): string => {
  if (!entry || !('date' in entry)) return ''
  const day = new Date(`${entry.date}T00:00:00Z`)
  return ` of ${day.toLocaleDateString('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' })}`
}

const REFUSALS: Words[] = [
  {
    code: /PERIOD_CLOSED|PRD_CLOSED|CLOSED_PERIOD|PRD_LCKD|PERIOD_LOCKED/,
    detail: /period\b.{0,80}\b(closed|locked)|(closed|locked)\b.{0,40}\bperiod/i,
    reason: 'CLOSED_PERIOD',
    say: (_, entry) => `The accounting period${dayOf(entry)} is closed in NetSuite.`,
  },
  {
    code: /RCRD_HAS_BEEN_CHANGED/,
    detail: /record has been changed/i,
    reason: 'STALE',
    say: () => 'Someone changed this in NetSuite at the same moment. Look at it there, then send it again.',
  },
  {
    code: /UNIQUE_CUST_ID_REQD|DUP_ENTITY|DUP_VENDOR/,
    detail: /(vendor|entity).{0,60}already exists|must have a unique name/i,
    reason: 'DUPLICATE',
    say: () => 'NetSuite has a vendor with this name already. Use that one, or change the name.',
  },
  {
    code: /DUP_|DUPLICATE/,
    detail: /already (exists|been used)|duplicate/i,
    reason: 'DUPLICATE',
    say: (detail) => `NetSuite has this already. NetSuite says: ${detail}`,
  },
  {
    code: /^$/,
    detail: /(enter value|mandatory|required).{0,60}subsidiary|subsidiary.{0,60}(mandatory|required|missing)/i,
    reason: 'BAD_REFERENCE',
    say: () => 'NetSuite needs a subsidiary for this. Choose an entity that is mapped to one, then send it again.',
  },
  {
    code: /^$/,
    detail: /subsidiar/i,
    reason: 'BAD_REFERENCE',
    say: (detail) =>
      `The vendor, an account or a department isn’t available in this subsidiary. Add the subsidiary to it in NetSuite, or choose another. NetSuite says: ${detail}`,
  },
  {
    code: /INVALID_KEY_OR_REF|INVALID_REF|RCRD_DSNT_EXIST|NONEXISTENT_ID|INVALID_FLD_VALUE/,
    detail: /invalid (field )?(reference|value)|invalid .{0,40}reference|does not exist|inactive/i,
    reason: 'BAD_REFERENCE',
    say: (detail) =>
      `An account, vendor or other record of this entry was deleted or is inactive in NetSuite. Choose another, then send it again. NetSuite says: ${detail}`,
  },
]

/** The refusal of a write. What isn't one stays as it is. */
export const writeRefusal = (error: unknown, entry: BooksEntry | null): unknown => {
  if (!(error instanceof NetsuiteRefusal) || !error.isFinal || error.reason) return error
  const { code, detail } = error
  const found = REFUSALS.find((each) => (code !== '' && each.code.test(code)) || each.detail.test(detail))
  return found ? new ProviderError(found.say(detail, entry), { isFinal: true, reason: found.reason }) : error
}
