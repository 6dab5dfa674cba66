import { z } from 'zod'
import { timeZone } from '../../platform/company/time-zone.ts'

/** What is checked before money leaves: the rules, what they may do, and the thresholds that a company sets. */

export const CHECK_RULES = [
  'DUPLICATE',
  'SIMILAR',
  'SPLIT',
  'FIRST_PAYMENT',
  'NUMBER_PATTERN',
  'CHANGED_DETAILS',
  'NEW_DETAILS',
  'SHARED_ACCOUNT',
  'EMPLOYEE_ACCOUNT',
  'OFF_HOURS',
] as const
export type CheckRule = (typeof CHECK_RULES)[number]

export const CHECK_RULE_WORDS: Record<CheckRule, string> = {
  DUPLICATE: 'Possible duplicate',
  SIMILAR: 'Same amount again',
  SPLIT: 'Split below a limit',
  FIRST_PAYMENT: 'Large first payment',
  NUMBER_PATTERN: 'Unusual invoice number',
  CHANGED_DETAILS: 'Changed bank details',
  NEW_DETAILS: 'New bank details',
  SHARED_ACCOUNT: 'Bank account of two vendors',
  EMPLOYEE_ACCOUNT: 'Bank account of an employee',
  OFF_HOURS: 'Night or weekend',
}

/** What each of them looks for. */
export const CHECK_RULE_HELP: Record<CheckRule, string> = {
  DUPLICATE: 'A vendor’s invoice number was entered twice, or the same file is on two bills.',
  SIMILAR: 'Two bills of a vendor have the same amount within days.',
  SPLIT: 'The same person entered several bills of a vendor below the limit, which together reach it.',
  FIRST_PAYMENT: 'Nothing was ever paid to the vendor, and the bill is large.',
  NUMBER_PATTERN: 'The invoice number doesn’t look like the vendor’s earlier ones.',
  CHANGED_DETAILS: 'A vendor’s confirmed bank account was replaced while payments wait.',
  NEW_DETAILS: 'A vendor’s first bank account was entered while payments wait.',
  SHARED_ACCOUNT: 'Two vendors are paid to the same bank account.',
  EMPLOYEE_ACCOUNT: 'A vendor is paid to the bank account of one of your employees.',
  OFF_HOURS: 'A bill or bank details were entered or changed at night or on a weekend.',
}

/** HOLD: payments wait until someone decides. */
export const CHECK_MODES = ['HOLD', 'TELL', 'OFF'] as const
export type CheckMode = (typeof CHECK_MODES)[number]
export const CHECK_MODE_WORDS: Record<CheckMode, string> = {
  HOLD: 'Hold payment',
  TELL: 'List only',
  OFF: 'Off',
}

/** CLOSED: its cause is gone. SILENCED: it would be open, but someone said that it is a false alarm. */
export const CHECK_STATES = ['OPEN', 'RELEASED', 'REJECTED', 'SILENCED', 'CLOSED'] as const
export type CheckState = (typeof CHECK_STATES)[number]
export const CHECK_STATE_WORDS: Record<CheckState, string> = {
  OPEN: 'Open',
  RELEASED: 'Released',
  REJECTED: 'Rejected',
  SILENCED: 'Silenced',
  CLOSED: 'Closed',
}

export const CHECK_DECISIONS = ['RELEASED', 'REJECTED'] as const
export type CheckDecision = (typeof CHECK_DECISIONS)[number]

/** A silence ends within so many days. */
export const MOST_SILENCE_DAYS = 366

/** What a finding is about. */
export const CHECK_SUBJECTS = ['BILL', 'DETAILS', 'EMPLOYEE'] as const
export type CheckSubject = (typeof CHECK_SUBJECTS)[number]

const MOST_AMOUNT = 1_000_000_000_000
const amount = z
  .number({ error: 'Enter an amount' })
  .int('Amounts are whole minor units')
  .min(0, 'Enter an amount of zero or more')
  .max(MOST_AMOUNT, 'This amount is too large')
const days = (most: number) =>
  z
    .number({ error: 'Enter a number of days' })
    .int('Enter whole days')
    .min(1, 'At least one day')
    .max(most, `At most ${most} days`)
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 06:00')
const mode = z.enum(CHECK_MODES, { error: 'Choose what happens' })

export const checkModes = z.object({
  DUPLICATE: mode,
  SIMILAR: mode,
  SPLIT: mode,
  FIRST_PAYMENT: mode,
  NUMBER_PATTERN: mode,
  CHANGED_DETAILS: mode,
  NEW_DETAILS: mode,
  SHARED_ACCOUNT: mode,
  EMPLOYEE_ACCOUNT: mode,
  OFF_HOURS: mode,
})

/** Amounts in minor units of the company's currency. */
export const checkSettings = z
  .object({
    modes: checkModes,
    similarDays: days(90),
    splitLimit: amount,
    splitDays: days(60),
    firstPaymentLimit: amount,
    detailsDays: days(365),
    patternBills: z
      .number({ error: 'Enter a number of bills' })
      .int('Enter a whole number')
      .min(3, 'At least 3 bills')
      .max(20, 'At most 20 bills'),
    dayStart: time,
    dayEnd: time,
    offHoursFrom: amount,
    /** Null for that of the person who made the change. */
    timeZone: timeZone.nullable(),
  })
  .refine(({ dayStart, dayEnd }) => dayStart < dayEnd, {
    path: ['dayEnd'],
    error: 'The day must end after it starts',
  })
export type CheckSettings = z.output<typeof checkSettings>

/** Until the company changes them. What is certain to be wrong or costly to miss holds payments. */
export const DEFAULT_CHECK_SETTINGS: CheckSettings = {
  modes: {
    DUPLICATE: 'HOLD',
    SIMILAR: 'TELL',
    SPLIT: 'TELL',
    FIRST_PAYMENT: 'HOLD',
    NUMBER_PATTERN: 'TELL',
    CHANGED_DETAILS: 'HOLD',
    NEW_DETAILS: 'TELL',
    SHARED_ACCOUNT: 'HOLD',
    EMPLOYEE_ACCOUNT: 'HOLD',
    OFF_HOURS: 'TELL',
  },
  similarDays: 14,
  splitLimit: 1_000_000,
  splitDays: 7,
  firstPaymentLimit: 1_000_000,
  detailsDays: 30,
  patternBills: 5,
  dayStart: '06:00',
  dayEnd: '22:00',
  offHoursFrom: 0,
  timeZone: null,
}

/** As they are stored, with what was added since. */
export const storedSettings = (json: string | null): CheckSettings => {
  if (json === null) return DEFAULT_CHECK_SETTINGS
  const stored = JSON.parse(json) as Partial<CheckSettings>
  return {
    ...DEFAULT_CHECK_SETTINGS,
    ...stored,
    modes: { ...DEFAULT_CHECK_SETTINGS.modes, ...stored.modes },
  }
}

/** Whether something that keeps a payment from starting is a finding, which is shown with it. */
export const isHeldWords = (fault: string): boolean => fault.startsWith('A check ')

/** What a payment says that is held, of the finding's state and rule. */
export const heldWords = (state: CheckState, rule: CheckRule): string =>
  state === 'REJECTED'
    ? `A check stopped this payment (${CHECK_RULE_WORDS[rule].toLowerCase()}), and someone rejected it. See Payments › Checks.`
    : `A check holds this payment (${CHECK_RULE_WORDS[rule].toLowerCase()}). Someone who didn’t enter it has to release it under Payments › Checks.`
