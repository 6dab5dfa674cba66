import { getSpendPicture, type PictureUnit, type SpendPicture } from '../../../../schema/planning/pictures/endpoints.ts'
import { dayIn, monthOf } from '../../../../schema/shared/calendar.ts'
import { notFound } from '../../../core/errors.ts'
import { inputOf, query } from '../../../core/operation.ts'
import { ratesOfToday, ratesOfTodayStatement } from '../../platform/currency-rates/index.ts'
import { type MonthRow, monthsFrom, spendSums } from './spend-picture.ts'
import { picturesOf, seesAllPictures } from './units.ts'

/** Two round trips: a row for each month, with today's rates, then the names of the categories shown. */
export const readSpendPicture = query({
  id: 'home.spend',
  access: 'spend-picture.read',
  input: inputOf(getSpendPicture),
  readsFirst: true,
  run: async (context, { unitId }): Promise<SpendPicture> => {
    const { db, actor, clock } = context
    const { currency } = actor.company
    const units = picturesOf(actor)
    const wanted = unitId ?? units[0]?.id
    // A lead of nothing.
    if (wanted === undefined) {
      const none = { months: [], categories: [], otherSpend: 0, rates: [], withoutRate: [] }
      return { currency, units, unit: null, ...none }
    }
    const own = units.find(({ id }) => id === wanted)
    if (!own && !seesAllPictures(actor)) throw notFound('The department or business unit')
    const first = monthOf(dayIn(actor.timezone, clock.now()))
    const [found, rates, known] = await db.batch([
      db.sql(
        `SELECT month, sums FROM service_unit_months
          WHERE company_id = ?1 AND unit_id = ?2 AND month >= ?3 AND month <= ?4`,
        ...[actor.companyId, wanted, first, monthsFrom(first).at(-1) ?? first],
      ),
      ratesOfTodayStatement(context),
      db.sql(
        `SELECT id, 'DEPARTMENT' AS kind, name FROM departments WHERE id = ?2 AND company_id = ?1
         UNION ALL SELECT id, 'BUSINESS_UNIT', name FROM business_units WHERE id = ?2 AND company_id = ?1`,
        ...[actor.companyId, wanted],
      ),
    ])
    const unit = own ?? (known?.results[0] as PictureUnit | undefined)
    if (!unit) throw notFound('The department or business unit')
    const sums = spendSums(
      (found?.results ?? []) as unknown as MonthRow[],
      first,
      ratesOfToday(context, rates?.results),
    )
    const ids = sums.categories.flatMap(({ id }) => id ?? [])
    const named = await (ids.length > 0
      ? db.all<{ id: string; name: string }>(
          db.sql(
            `SELECT c.id, c.name FROM json_each(?2) j CROSS JOIN spend_categories c ON c.id = j.value
              WHERE c.company_id = ?1`,
            ...[actor.companyId, JSON.stringify(ids)],
          ),
        )
      : [])
    const names = new Map(named.map(({ id, name }) => [id, name]))
    const categories = sums.categories.map(({ id, ...rest }) => ({
      ...rest,
      id,
      name: id ? (names.get(id) ?? '') : 'No category',
    }))
    return { currency, units, unit, ...sums, categories }
  },
})
