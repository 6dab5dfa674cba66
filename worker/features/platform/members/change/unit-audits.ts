import { fullName } from '../../../../../schema/shared/values.ts'
import type { Audit } from '../../../../core/commit.ts'
import type { StaffContext } from '../../../../core/operation.ts'
import type { Planned } from './plan.ts'
import { listed } from './tell.ts'

/** Who came to units and left them, in the history of each: on its page, a member's page, in files and their undoing. */

/** Someone who isn't placed yet, or no longer. */
export const NOWHERE = { departments: [], businessUnits: [], groups: [], entities: [] }

const UNITS = [
  ['groups', 'GROUP', 'group'],
  ['departments', 'DEPARTMENT', 'department'],
  ['businessUnits', 'BUSINESS_UNIT', 'business unit'],
] as const

/** In sentences; the entry has them all. */
const MOST_NAMED = 10
const namedIn = (people: readonly { name: string }[]): string => {
  const names = people.map(({ name }) => name)
  const more = names.length - MOST_NAMED
  return more > 1 ? `${names.slice(0, MOST_NAMED).join(', ')} and ${more} others` : listed(names)
}

type Side = 'before' | 'after'

/** One entry for each unit, as if it was done there. */
export const unitAudits = ({ newId }: StaffContext, planned: readonly Planned[]): Audit[] =>
  UNITS.flatMap(([key, targetType, noun]) => {
    const slug = noun.replace(' ', '-')
    /** Units that are on the one side only, with the people. */
    const only = (side: Side, other: Side) => {
      const units = new Map<string, { name: string; people: { id: string; name: string }[] }>()
      for (const each of planned)
        for (const { id, name } of each[side][key]) {
          if (each[other][key].some((one) => one.id === id)) continue
          const person = { id: each.after.id, name: fullName(each.after) }
          units.set(id, { name, people: [...(units.get(id)?.people ?? []), person] })
        }
      return [...units]
    }
    return [
      ...only('after', 'before').map(([targetId, { name, people }]) => ({
        changeKey: `member-unit:${newId()}`,
        action: `${slug}.members-added`,
        targetType,
        targetId,
        message: `Added ${namedIn(people)} to the ${noun} ${name}`,
        changeData: { added: people },
      })),
      ...only('before', 'after').map(([targetId, { name, people }]) => ({
        changeKey: `member-unit:${newId()}`,
        action: `${slug}.member-removed`,
        targetType,
        targetId,
        message: `Removed ${namedIn(people)} from the ${noun} ${name}`,
        changeData: { removed: people },
      })),
    ]
  })
