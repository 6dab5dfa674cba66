import { flagWords, whyOff } from '../../../schema/platform/company/flags.ts'
import type { List } from '../../../schema/shared/list.ts'
import type { CompanyFlag } from '../../../schema/shared/permissions.ts'
import { invalidField } from '../errors.ts'
import type { StaffContext } from '../operation.ts'

/**
 * Filters and sort fields that stand on a flag of the company. While it is off, a list refuses them by name: what it
 * doesn't show can't be told from its order either. Saved sets of filters go on without them.
 */

type Flagged = Pick<List, 'filters' | 'sortFlags'>
interface Sorted {
  by: readonly string[]
  dir: readonly unknown[]
}
type Given = Readonly<Record<string, unknown>> & { orderBy?: Sorted | undefined; groupBy?: string | undefined }

/** A connection isn't turned off: without one there is nothing that an order could tell. */
const isSwitched = (flag: CompanyFlag): boolean => flagWords(flag).setBy === undefined

const offIn = ({ actor }: Pick<StaffContext, 'actor'>, flag: CompanyFlag | undefined): flag is CompanyFlag =>
  flag !== undefined && isSwitched(flag) && !actor.policy.company[flag]

/** Throws INVALID that names the filter or the order. */
export const requireUsed = (context: Pick<StaffContext, 'actor'>, list: Flagged, input: object): void => {
  const { filters, sortFlags = {} } = list
  const given = input as Given
  for (const [key, { flag }] of Object.entries(filters)) {
    if (given[key] !== undefined && offIn(context, flag)) throw invalidField(key, whyOff(flag))
  }
  for (const by of given.orderBy?.by ?? []) {
    const flag = sortFlags[by]
    if (offIn(context, flag)) throw invalidField('orderBy', whyOff(flag))
  }
  const grouped = given.groupBy === undefined ? undefined : sortFlags[given.groupBy]
  if (offIn(context, grouped)) throw invalidField('groupBy', whyOff(grouped))
}

/** Saved filters without those that the company doesn't use now. */
export const usedOf = <Saved extends object>(
  context: Pick<StaffContext, 'actor'>,
  { filters, sortFlags = {} }: Flagged,
  saved: Saved,
): Saved => {
  const { orderBy, groupBy, ...rest } = saved as Given
  const used = Object.entries(rest).filter(([key]) => !offIn(context, filters[key]?.flag))
  const places = [...(orderBy?.by ?? []).entries()].flatMap(([place, by]) =>
    offIn(context, sortFlags[by]) ? [] : [place],
  )
  return {
    ...Object.fromEntries(used),
    ...(orderBy &&
      places.length > 0 && {
        orderBy: { by: places.map((place) => orderBy.by[place]), dir: places.map((place) => orderBy.dir[place]) },
      }),
    ...(groupBy !== undefined && !offIn(context, sortFlags[groupBy]) && { groupBy }),
  } as Saved
}
