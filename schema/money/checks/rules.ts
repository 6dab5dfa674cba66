import { dayIn, dayText, timeIn, weekdayOf } from '../../shared/calendar.ts'
import { type Currency, formatLimit, formatMoney } from '../../shared/money.ts'
import type { CheckRule, CheckSettings, CheckSubject } from './values.ts'

/**
 * The rules, each a pure decision on what was read: what they find, why in words, and what it is about. A finding's key
 * says what it was decided on, so that the same cause is one finding, and another amount or account is a new one.
 */

export interface Subject {
  kind: CheckSubject
  id: string
  /** Its payments wait while the finding is open. */
  isHeld: boolean
}

export interface Wanted {
  key: string
  rule: CheckRule
  why: string
  erpVendorId: string
  /** What it is about first of all. One of both. */
  billId: string | null
  detailsId: string | null
  subjects: Subject[]
  /** Who entered what it is about. */
  enteredBy: string[]
}

export interface Change {
  version: number
  at: number
  by: string
  zone: string | null
}

export interface BillFacts {
  id: string
  erpVendorId: string
  vendorName: string
  invoiceNumber: string
  invoiceKey: string
  amountMinor: number
  currency: Currency
  /** In the company's currency. Null without a rate. */
  companyMinor: number | null
  isCredit: boolean
  isPaid: boolean
  /** Its approvals run or are done, and it wasn't deleted or rejected. */
  isLive: boolean
  createdAt: number
  /** Its versions, newest first: when each was entered, by whom, and that person's time zone. */
  changes: Change[]
  enteredBy: string[]
  /** Something was paid to the vendor before. */
  isVendorPaid: boolean
}

export interface OtherBill {
  id: string
  reason: 'NUMBER' | 'FILE' | 'AMOUNT'
  erpVendorId: string
  invoiceNumber: string
  vendorName: string
  amountMinor: number
  currency: Currency
  createdAt: number
  isPaid: boolean
  enteredBy: string[]
}
type Compared = Pick<OtherBill, 'invoiceNumber' | 'vendorName' | 'amountMinor' | 'currency'>

export interface Piece {
  id: string
  companyMinor: number
  isPaid: boolean
}

const bill = (id: string, isHeld: boolean): Subject => ({ kind: 'BILL', id, isHeld })
const amountText = (value: number, currency: Currency): string => formatMoney({ value, currency })
/** A credit takes nothing out of the company, and a paid bill can't be held any more. */
const isAtRisk = ({ isLive, isPaid, isCredit }: BillFacts): boolean => isLive && !isPaid && !isCredit

const isLater = (a: { createdAt: number; id: string }, b: { createdAt: number; id: string }): boolean =>
  a.createdAt === b.createdAt ? a.id > b.id : a.createdAt > b.createdAt

const duplicateWhy = (reason: OtherBill['reason'], later: Compared, earlier: Compared): string => {
  if (reason === 'NUMBER')
    return `Two bills of ${later.vendorName} have the same invoice number, ${later.invoiceNumber}.`
  if (reason === 'FILE')
    return `Bill ${later.invoiceNumber} of ${later.vendorName} has the same file as bill ${earlier.invoiceNumber} of ${earlier.vendorName} before it.`
  return `Bills ${later.invoiceNumber} and ${earlier.invoiceNumber} of ${later.vendorName} are both ${amountText(later.amountMinor, later.currency)}, with invoice dates close together.`
}

/** Of two bills the later one waits, or the earlier one once the later is paid. The same from either side. */
export const duplicateOf = (of: BillFacts, other: OtherBill): Wanted | null => {
  if (!of.isLive || of.isCredit || (of.isPaid && other.isPaid)) return null
  const isLast = isLater(of, other)
  const isOwn = other.isPaid || (!of.isPaid && isLast)
  const amounts = [of.amountMinor, other.amountMinor].toSorted((x, y) => x - y).join('-')
  const vendors = [of.erpVendorId, other.erpVendorId].toSorted().join('-')
  const rule = other.reason === 'AMOUNT' ? 'SIMILAR' : 'DUPLICATE'
  return {
    key: `${rule}:${[of.id, other.id].toSorted().join(':')}:${other.reason}:${amounts}:${vendors}`,
    rule,
    why: isLast ? duplicateWhy(other.reason, of, other) : duplicateWhy(other.reason, other, of),
    ...{ erpVendorId: (isOwn ? of : other).erpVendorId, billId: (isOwn ? of : other).id, detailsId: null },
    subjects: [bill(of.id, isOwn), bill(other.id, !isOwn)],
    enteredBy: [...of.enteredBy, ...other.enteredBy],
  }
}

/** @param pieces bills of the vendor by the same person within days, this one included, each below the limit */
export const splitOf = (
  of: BillFacts,
  pieces: readonly Piece[],
  { splitLimit, splitDays }: CheckSettings,
  companyCurrency: Currency,
): Wanted | null => {
  if (!isAtRisk(of) || of.companyMinor === null || of.companyMinor >= splitLimit) return null
  const below = pieces.filter(({ companyMinor }) => companyMinor < splitLimit)
  const sum = below.reduce((total, { companyMinor }) => total + companyMinor, 0)
  if (below.length < 2 || sum < splitLimit || !below.some(({ id }) => id === of.id)) return null
  const parts = below.map(({ id, companyMinor }) => `${id}=${companyMinor}`).toSorted()
  return {
    key: `SPLIT:${of.id}:${of.erpVendorId}:${parts.join(',')}`,
    rule: 'SPLIT',
    why: `${below.length} bills of ${of.vendorName} by the same person within ${splitDays} days come to ${amountText(sum, companyCurrency)}. Each is below ${formatLimit({ value: splitLimit, currency: companyCurrency })}.`,
    ...{ erpVendorId: of.erpVendorId, billId: of.id, detailsId: null },
    subjects: below.map(({ id, isPaid }) => bill(id, !isPaid)),
    enteredBy: of.enteredBy,
  }
}

export const firstPaymentOf = (
  of: BillFacts,
  { firstPaymentLimit }: CheckSettings,
  companyCurrency: Currency,
): Wanted | null => {
  if (!isAtRisk(of) || of.isVendorPaid || of.companyMinor === null || of.companyMinor < firstPaymentLimit) return null
  return {
    key: `FIRST_PAYMENT:${of.id}:${of.erpVendorId}:${of.amountMinor}${of.currency}`,
    rule: 'FIRST_PAYMENT',
    why: `This would be the first payment to ${of.vendorName}, ${amountText(of.amountMinor, of.currency)}. First payments of ${formatLimit({ value: firstPaymentLimit, currency: companyCurrency })} or more are checked.`,
    ...{ erpVendorId: of.erpVendorId, billId: of.id, detailsId: null, subjects: [bill(of.id, true)] },
    enteredBy: of.enteredBy,
  }
}

/** "INV-#-#" for "INV-2026-0042": letters stay, each run of digits is one sign. */
export const shapeOf = (invoiceNumber: string): string =>
  invoiceNumber
    .trim()
    .toUpperCase()
    .replaceAll(/\p{Nd}+/gu, '#')
    .replaceAll(/\s+/g, ' ')

/** So many of a vendor's numbers must look alike for another one to be unusual. */
const ALIKE = 0.8

/** The form that most of them have. Null without one. */
export const usualShape = (numbers: readonly string[]): string | null => {
  const counts = new Map<string, number>()
  for (const number of numbers) counts.set(shapeOf(number), (counts.get(shapeOf(number)) ?? 0) + 1)
  const [shape, count] = [...counts].toSorted((a, b) => b[1] - a[1])[0] ?? ['', 0]
  return count > 0 && count >= numbers.length * ALIKE ? shape : null
}

/** @param earlier the vendor's earlier invoice numbers, newest first */
export const patternOf = (
  of: BillFacts,
  earlier: readonly string[],
  { patternBills }: CheckSettings,
): Wanted | null => {
  if (!isAtRisk(of) || earlier.length < patternBills) return null
  const usual = usualShape(earlier)
  if (usual === null || usual === shapeOf(of.invoiceNumber)) return null
  const example = earlier.find((number) => shapeOf(number) === usual)
  return {
    key: `NUMBER_PATTERN:${of.id}:${of.erpVendorId}:${of.invoiceKey}`,
    rule: 'NUMBER_PATTERN',
    why: `The number ${of.invoiceNumber} doesn’t look like the earlier numbers of ${of.vendorName}, such as ${example}.`,
    ...{ erpVendorId: of.erpVendorId, billId: of.id, detailsId: null, subjects: [bill(of.id, true)] },
    enteredBy: of.enteredBy,
  }
}

/** "Saturday, Nov 21, 2026, 02:10" for an instant outside of working days and hours. Null within them. */
export const offHours = (
  at: number,
  zone: string,
  { dayStart, dayEnd }: Pick<CheckSettings, 'dayStart' | 'dayEnd'>,
): string | null => {
  const day = dayIn(zone, at)
  const time = timeIn(zone, at)
  const weekday = weekdayOf(day)
  if (weekday !== 0 && weekday !== 6 && time >= dayStart && time < dayEnd) return null
  const NAMES = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
  return `${NAMES[weekday]}, ${dayText(day)}, ${time}`
}

const zoneOf = (settings: CheckSettings, own: string | null): string => settings.timeZone ?? own ?? 'UTC'

/** The last change at such a time counts: another one by day doesn't cover it. */
export const offHoursBill = (of: BillFacts, settings: CheckSettings): Wanted | null => {
  if (!isAtRisk(of) || (of.companyMinor ?? Number.POSITIVE_INFINITY) < settings.offHoursFrom) return null
  const [last] = of.changes.flatMap((change) => {
    const zone = zoneOf(settings, change.zone)
    const when = offHours(change.at, zone, settings)
    return when === null ? [] : [{ ...change, zone, when }]
  })
  if (!last) return null
  return {
    key: `OFF_HOURS:${of.id}:v${last.version}`,
    rule: 'OFF_HOURS',
    why: `${last.by} ${last.version === 1 ? 'entered' : 'changed'} the bill on ${last.when} (${last.zone}).`,
    ...{ erpVendorId: of.erpVendorId, billId: of.id, detailsId: null, subjects: [bill(of.id, true)] },
    enteredBy: of.enteredBy,
  }
}

export interface DetailsFacts {
  id: string
  erpVendorId: string
  vendorName: string
  isChange: boolean
  lastFour: string
  accountHolderName: string
  createdAt: number
  enteredBy: string
  enteredByName: string
  zone: string | null
  /** The last four of those they replace. */
  lastFourBefore: string | null
  /** Payments of the vendor that aren't sent yet. */
  waitingCount: number
  waitingMinor: number
  waitingCurrency: Currency
}

export interface SharedWith {
  kind: 'DETAILS' | 'EMPLOYEE'
  id: string
  /** The vendor or the employee. */
  name: string
  /** Null for an employee. */
  erpVendorId: string | null
  createdAt: number
  enteredBy: string
}

const DAY_MS = 24 * 60 * 60 * 1000
const details = (id: string, isHeld: boolean): Subject => ({ kind: 'DETAILS', id, isHeld })
const isNew = ({ createdAt }: DetailsFacts, { detailsDays }: CheckSettings, now: number): boolean =>
  now - createdAt < detailsDays * DAY_MS

const ofDetails = (of: DetailsFacts) => ({
  ...{ erpVendorId: of.erpVendorId, billId: null, detailsId: of.id, enteredBy: [of.enteredBy] },
  subjects: [details(of.id, true)],
})

export const detailsOf = (of: DetailsFacts, settings: CheckSettings, now: number): Wanted | null => {
  if (of.waitingCount === 0 || !isNew(of, settings, now)) return null
  const rule = of.isChange ? 'CHANGED_DETAILS' : 'NEW_DETAILS'
  const amount = amountText(of.waitingMinor, of.waitingCurrency)
  const waits =
    of.waitingCount === 1 ? `A payment of ${amount} waits.` : `${of.waitingCount} payments wait, ${amount} in total.`
  const what = of.isChange
    ? `${of.enteredByName} replaced the bank account of ${of.vendorName}${of.lastFourBefore === null ? '' : ` ••••${of.lastFourBefore}`} with ••••${of.lastFour}.`
    : `${of.enteredByName} entered the first bank account of ${of.vendorName}, ••••${of.lastFour}.`
  return { key: `${rule}:${of.id}`, rule, why: `${what} ${waits}`, ...ofDetails(of) }
}

/** Of two vendors the payments to the account that was entered last wait. */
export const sharedOf = (of: DetailsFacts, other: SharedWith): Wanted => {
  if (other.kind === 'EMPLOYEE')
    return {
      key: `EMPLOYEE_ACCOUNT:${of.id}:${other.id}`,
      rule: 'EMPLOYEE_ACCOUNT',
      why: `${of.vendorName} is paid to the bank account of ${other.name}, ••••${of.lastFour}.`,
      ...ofDetails(of),
      subjects: [details(of.id, true), { kind: 'EMPLOYEE', id: other.id, isHeld: false }],
    }
  const isOwn = isLater(of, other)
  const names = isOwn ? [of.vendorName, other.name] : [other.name, of.vendorName]
  return {
    key: `SHARED_ACCOUNT:${[of.id, other.id].toSorted().join(':')}`,
    rule: 'SHARED_ACCOUNT',
    why: `${names.join(' and ')} are paid to the same bank account, ••••${of.lastFour}.`,
    ...{ erpVendorId: isOwn ? of.erpVendorId : (other.erpVendorId ?? of.erpVendorId), billId: null },
    detailsId: isOwn ? of.id : other.id,
    subjects: [details(of.id, isOwn), details(other.id, !isOwn)],
    enteredBy: [of.enteredBy, other.enteredBy],
  }
}

export const offHoursDetails = (of: DetailsFacts, settings: CheckSettings, now: number): Wanted | null => {
  if (!isNew(of, settings, now)) return null
  const when = offHours(of.createdAt, zoneOf(settings, of.zone), settings)
  if (when === null) return null
  return {
    key: `OFF_HOURS:${of.id}`,
    rule: 'OFF_HOURS',
    why: `${of.enteredByName} entered bank details of ${of.vendorName} on ${when} (${zoneOf(settings, of.zone)}).`,
    ...ofDetails(of),
  }
}
