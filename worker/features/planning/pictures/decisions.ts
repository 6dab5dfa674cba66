import { type DecisionPicture, getDecisionPicture } from '../../../../schema/planning/pictures/endpoints.ts'
import { dayIn, monthOf, shiftMonth, startOfDay } from '../../../../schema/shared/calendar.ts'
import { firstDayOf } from '../../../../schema/shared/day-count.ts'
import { can } from '../../../../schema/shared/permissions.ts'
import { notFound } from '../../../core/errors.ts'
import { inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { countedDecisions, monthsUntil, singleDecisions } from './decision-picture.ts'

/** The most of a person's own requests that are read, the newest. Months before them are then left empty. */
const MOST_OWN = 200

const ownDecisions = async ({ db, actor }: StaffContext, last: string): Promise<DecisionPicture> => {
  const first = startOfDay(firstDayOf(monthsUntil(last)[0] ?? last), actor.timezone ?? 'UTC')
  const rows = await db.all<{ decidedAt: number; tookMs: number }>(
    db.sql(
      `SELECT decided_at AS decidedAt, took_ms AS tookMs FROM request_decisions
        WHERE company_id = ?1 AND requestor_user_id = ?2 AND decided_at >= ?3 ORDER BY decided_at DESC LIMIT ${MOST_OWN}`,
      ...[actor.companyId, actor.userId, Date.parse(first ?? '')],
    ),
  )
  return { of: 'OWN', unit: null, ...singleDecisions(rows, last, actor.timezone) }
}

/**
 * One round trip: a row for each month. People who see all requests see everyone's, leads those of a department they
 * lead, and others their own.
 */
export const readDecisionPicture = query({
  id: 'home.decision-times',
  access: 'requests.use',
  input: inputOf(getDecisionPicture),
  readsFirst: true,
  run: async (context, { departmentId }): Promise<DecisionPicture> => {
    const { db, actor, clock } = context
    const last = monthOf(dayIn(actor.timezone, clock.now()))
    const seesAll = can(actor.policy, 'requests.see-all')
    const led = actor.policy.flags.hasDepartmentAccess ? actor.departments : []
    const own = departmentId === undefined ? undefined : led.find(({ id }) => id === departmentId)
    if (departmentId !== undefined && !own && !seesAll) throw notFound('The department')
    const unit = departmentId ?? (seesAll ? '' : led[0]?.id)
    if (unit === undefined) return ownDecisions(context, last)
    const [counted, named] = await db.batch([
      db.sql(
        'SELECT month, counts FROM decision_months WHERE company_id = ?1 AND unit_id = ?2 AND month >= ?3 AND month <= ?4',
        // A month begins earlier or later than in UTC.
        ...[actor.companyId, unit, shiftMonth(monthsUntil(last)[0] ?? last, -1), shiftMonth(last, 1)],
      ),
      db.sql('SELECT id, name FROM departments WHERE id = ?2 AND company_id = ?1', actor.companyId, unit),
    ])
    const department = (named?.results[0] ?? null) as { id: string; name: string } | null
    if (unit && !department) throw notFound('The department')
    const rows = (counted?.results ?? []) as { month: string; counts: string }[]
    return {
      of: unit ? 'DEPARTMENT' : 'COMPANY',
      unit: department,
      ...countedDecisions(rows, last, actor.timezone),
    }
  },
})
