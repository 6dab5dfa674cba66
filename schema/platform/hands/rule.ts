/**
 * Who may: one rule over every identity behind a matter, asked at each door that ends in a decision or in money.
 *
 * A hand is what a person did to a matter: entered a bill, changed it, was named as having entered it, confirmed bank
 * details. A person who acts in someone else's name leaves two hands, theirs and that of the one they acted for. Hands are
 * written in the batch of the act (worker/core/hands.ts), and `mayTake` reads them all. Admins and delegates are no
 * exception, and programs take none of these steps. A new door asks `mayTake` and adds no rule of its own.
 */

/** A definition says who approves: a workflow, a rule set, an approver matrix. */
export const MATTERS = [
  ...(['BILL', 'BANK_DETAILS', 'PAYMENT', 'PAYMENT_RUN', 'FINDING', 'SETTING', 'DEFINITION'] as const),
] as const
export type Matter = (typeof MATTERS)[number]

export const ACTS = [
  'ENTERED',
  'NAMED',
  'CHANGED',
  'CONFIRMED',
  'REJECTED',
  'DELETED',
  'RELEASED',
  'ASKED',
  'STARTED',
] as const
export type Act = (typeof ACTS)[number]

export interface Hand {
  matter: Matter
  act: Act
  userId: string
}

/** Who wants to take a step: the person, and the one who acts as them. */
export interface Identities {
  userIds: readonly string[]
  /** An API key calls, or a job that no person scheduled. */
  isProgram: boolean
  /** Given payments or admin access less than a day ago. */
  isNew?: boolean
}

/** New holders of payments or admin access, and new members of groups, count for money so much later. */
export const NEW_HOLDER_MS = 24 * 60 * 60 * 1000

const STEPS = {
  START_PAYMENT: 'start the payment',
  CONFIRM_RUN: 'confirm them',
  CONFIRM_DETAILS: 'confirm them',
  LIFT_QUARANTINE: 'decide',
  DECIDE_FINDING: 'decide',
  CONFIRM_SETTING: 'confirm it',
} as const
export type Step = keyof typeof STEPS

type Key = `${Matter} ${Act}`
type Bars = Partial<Record<Key, string>>

/** What the person did, as the refusal says it. */
const BILL: Bars = {
  'BILL ENTERED': 'You entered this bill',
  'BILL NAMED': 'This bill was entered in your name',
  'BILL CHANGED': 'You changed this bill',
}
const DETAILS: Bars = {
  'BANK_DETAILS ENTERED': 'You entered these bank details',
  'BANK_DETAILS CONFIRMED': 'You confirmed these bank details',
}

/** Hands that keep a person from a step. The first that applies is said. */
const BARS: Record<Step, Bars> = {
  START_PAYMENT: { ...BILL, ...DETAILS },
  CONFIRM_RUN: { 'PAYMENT_RUN ASKED': 'You asked for these payments' },
  CONFIRM_DETAILS: DETAILS,
  LIFT_QUARANTINE: DETAILS,
  DECIDE_FINDING: {
    ...{ 'BILL ENTERED': 'You entered what this is about', 'BILL NAMED': 'A bill in this was entered in your name' },
    ...{ 'BILL CHANGED': 'You changed a bill in this', 'BANK_DETAILS ENTERED': 'You entered what this is about' },
    'BANK_DETAILS CONFIRMED': 'You confirmed the bank details that this is about',
    'FINDING REJECTED': 'You rejected this finding',
  },
  CONFIRM_SETTING: { 'SETTING ASKED': 'You asked for this change' },
}

/** Why this person can't take the step, in words. Null if they can. */
export const mayTake = (
  step: Step,
  hands: readonly Hand[],
  { userIds, isProgram, isNew }: Identities,
): string | null => {
  if (isProgram) return 'API keys can’t do this. A person has to.'
  if (isNew) return 'You were given this access less than a day ago. It counts for money after a day.'
  const own = new Set(
    hands.filter(({ userId }) => userIds.includes(userId)).map(({ matter, act }) => `${matter} ${act}`),
  )
  for (const [key, words] of Object.entries(BARS[step]))
    if (own.has(key)) return `${words}, so someone else has to ${STEPS[step]}.`
  return null
}

const MOST_NAMED = 5
const OR = new Intl.ListFormat('en-US', { type: 'disjunction' })

/**
 * Who can take a step that this person can't because of what they did, in words. Null if the step isn't barred to them by
 * that.
 * @param payers everyone who works with payments, for whom that counts already
 */
export const whoElseCan = (
  step: Step,
  hands: readonly Hand[],
  own: Identities,
  payers: readonly { id: string; name: string }[],
): string | null => {
  return mayTake(step, hands, own) === null ? null : whoCan(step, hands, own, payers)
}

/** Who of others can take the step, in words. */
export const whoCan = (
  step: Step,
  hands: readonly Hand[],
  own: Identities,
  payers: readonly { id: string; name: string }[],
): string => {
  const names = payers
    .filter(({ id }) => !own.userIds.includes(id) && mayTake(step, hands, { userIds: [id], isProgram: false }) === null)
    .map(({ name }) => name)
  if (names.length === 0)
    return 'No one else in your company can. An admin can give someone payments access, which counts after a day.'
  const more = names.length > MOST_NAMED ? [`${names.length - MOST_NAMED + 1} others`] : []
  return `${OR.format([...names.slice(0, more.length > 0 ? MOST_NAMED - 1 : MOST_NAMED), ...more])} can.`
}

type Listed = null | [Matter, Act, string | null] | Listed[]
const isOne = (of: Exclude<Listed, null>): of is [Matter, Act, string | null] => typeof of[0] === 'string'

const flat = (of: Listed): Hand[] => {
  if (of === null) return []
  if (!isOne(of)) return of.flatMap(flat)
  const [matter, act, userId] = of
  return userId === null ? [] : [{ matter, act, userId }]
}

/** Hands as SQL collects them: JSON lists of matter, act and person, in lists. */
export const handsIn = (json: string): Hand[] => flat(JSON.parse(json) as Listed)
