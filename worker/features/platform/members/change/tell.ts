import type { Member } from '../../../../../schema/platform/members/member-endpoints.ts'
import { FLAG_LABELS } from '../../../../../schema/platform/members/rules.ts'
import { ACCESS_FLAGS } from '../../../../../schema/shared/permissions.ts'
import { fullName } from '../../../../../schema/shared/values.ts'
import type { Planned } from './plan.ts'

/** A change in words, for the member's history. */

const PARTS = [
  ['firstName', 'first name'],
  ['lastName', 'last name'],
  ['email', 'email'],
  ['title', 'title'],
  ['manager', 'manager'],
  ['location', 'location'],
  ['departments', 'departments'],
  ['businessUnits', 'business units'],
  ['groups', 'groups'],
  ['entities', 'entities'],
  ['isSigner', 'signer'],
] as const satisfies [keyof Member, string][]

const inOrder = (value: unknown): unknown =>
  Array.isArray(value) ? [...(value as { id: string }[])].sort((a, b) => (a.id < b.id ? -1 : 1)) : value
const same = (a: unknown, b: unknown): boolean => JSON.stringify(inOrder(a)) === JSON.stringify(inOrder(b))

export const listed = (words: string[]): string =>
  words.length <= 1 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

/** The differences before and after, or null. */
export const changeOf = ({ before, after }: Planned): { message: string; changeData: unknown } | null => {
  const parts = PARTS.filter(([key]) => !same(before[key], after[key]))
  const given = ACCESS_FLAGS.filter((flag) => !before[flag] && after[flag])
  const taken = ACCESS_FLAGS.filter((flag) => before[flag] && !after[flag])
  const keys = [...parts.map(([key]) => key), ...given, ...taken]
  if (keys.length === 0) return null
  const labels = (flags: typeof given) => listed(flags.map((flag) => FLAG_LABELS[flag]))
  const name = fullName(before)
  const sentences = [
    ...(parts.length ? [`Changed the ${listed(parts.map(([, word]) => word))} of ${name}`] : []),
    ...(given.length ? [`Granted ${name} access: ${labels(given)}`] : []),
    ...(taken.length ? [`Removed access from ${name}: ${labels(taken)}`] : []),
  ]
  const pick = (member: Member) => Object.fromEntries(keys.map((key) => [key, member[key]]))
  return { message: sentences.join('. '), changeData: { before: pick(before), after: pick(after) } }
}
