import {
  getWaitingPicture,
  MOST_WAITING,
  SHOWN_OPEN,
  WAITING_AGES,
  type WaitingAge,
  type WaitingPicture,
} from '../../../../schema/planning/pictures/endpoints.ts'
import { dayIn } from '../../../../schema/shared/calendar.ts'
import { daysBetween } from '../../../../schema/shared/day-count.ts'
import { can } from '../../../../schema/shared/permissions.ts'
import { inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { inboxOf } from '../../approvals/inbox/index.ts'

/** @param days since it began to wait */
export const ageOf = (days: number): WaitingAge =>
  days <= 0 ? 'TODAY' : days <= 7 ? 'WEEK' : days <= 30 ? 'MONTH' : 'OLDER'

const mineOf = async (context: StaffContext): Promise<WaitingPicture['mine']> => {
  const { actor, clock } = context
  const { items, pageInfo } = await inboxOf(context, MOST_WAITING)
  const today = dayIn(actor.timezone, clock.now())
  const aged = items.map(({ targetType, id, since }) => ({
    ...{ targetType, id },
    age: ageOf(daysBetween(dayIn(actor.timezone, Date.parse(since)), today)),
  }))
  return {
    ages: WAITING_AGES.map((age) => {
      const those = aged.filter((item) => item.age === age)
      const [longest] = those
      return { age, count: those.length, first: longest ? { targetType: longest.targetType, id: longest.id } : null }
    }),
    isCut: pageInfo.hasNextPage,
  }
}

/** One row for each category, of which a company has few, with its name. */
const openOf = async ({ db, actor }: StaffContext): Promise<WaitingPicture['open']> => {
  const categories = await db.all<{ id: string; name: string; count: number }>(
    db.sql(
      `SELECT c.id, c.name, k.open AS count FROM category_request_counts k
        CROSS JOIN intake_categories c ON c.id = k.intake_category_id
        WHERE k.company_id = ?1 AND k.open > 0 AND c.type = 'INTERNAL' ORDER BY k.open DESC, c.name, c.id`,
      actor.companyId,
    ),
  )
  const total = categories.reduce((sum, { count }) => sum + count, 0)
  return { categories: categories.slice(0, SHOWN_OPEN), total }
}

/** Two round trips. */
export const readWaitingPicture = query({
  id: 'home.waiting',
  access: 'approvals.take-part',
  input: inputOf(getWaitingPicture),
  readsFirst: true,
  run: async (context): Promise<WaitingPicture> => {
    const { policy } = context.actor
    const seesAll = can(policy, 'requests.see-all') && can(policy, 'requests.use')
    return { mine: await mineOf(context), open: seesAll ? await openOf(context) : null }
  },
})
