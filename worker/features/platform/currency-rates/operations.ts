import * as endpoints from '../../../../schema/platform/currency-rates/endpoints.ts'
import { CURRENCIES, type Currency } from '../../../../schema/shared/money.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { invalidField, notFound, staleVersion } from '../../../core/errors.ts'
import { command, inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { decodeCursor, toConnection } from '../../../core/paging.ts'
import { loadExchange } from './rates.ts'

/** Rates that a company sets itself. They override the provider's from their day on, until the next one that is set. */

export const readRatesOfToday = query({
  id: 'settings.currency-rates-today',
  access: 'currencies.manage',
  input: inputOf(endpoints.getRatesOfToday),
  run: async ({ db, actor, clock }) => {
    const { id, currency } = actor.company
    const { rates } = await loadExchange(db, { id, currency, allowsOthers: true }, clock.now())
    return {
      currency,
      rates: CURRENCIES.filter((code) => code !== currency).map((base): endpoints.RateOfToday => {
        const known = rates.find((rate) => rate.base === base)
        return { base, rate: known?.rate ?? null, date: known?.date ?? null, source: known?.source ?? null }
      }),
    }
  },
})

interface Row {
  id: string
  base: Currency
  quote: Currency
  date: string
  rate: string
  updatedAt: number
  userId: string | null
  userName: string | null
  version: number
}

export const listRates = query({
  id: 'settings.list-currency-rates',
  access: 'currencies.manage',
  input: inputOf(endpoints.listCurrencyRates),
  run: async ({ db, actor }, { cursor, first }) => {
    const after = cursor ? decodeCursor(cursor, 2) : null
    const rows = await db.all<Row>(
      db.sql(
        `SELECT r.id, r.base, r.quote, r.date, r.rate, r.updated_at AS updatedAt, r.version, u.id AS userId,
                trim(u.first_name || ' ' || u.last_name) AS userName
           FROM currency_rates r INDEXED BY currency_rates_newest LEFT JOIN users u ON u.id = r.created_by_user_id
          WHERE r.company_id = ?1 ${after ? 'AND (r.date, r.id) < (?3, ?4)' : ''}
          ORDER BY r.date DESC, r.id DESC LIMIT ?2`,
        actor.companyId,
        first + 1,
        ...(after ?? []),
      ),
    )
    return toConnection(
      rows,
      first,
      ({ date, id }) => [date, id],
      ({ userId, userName, updatedAt, ...row }): endpoints.SetRate => ({
        ...row,
        updatedAt: new Date(updatedAt).toISOString(),
        setBy: userId ? { id: userId, name: userName ?? '' } : null,
      }),
    )
  },
})

const words = ({ base, quote, rate, date }: Pick<Row, 'base' | 'quote' | 'rate' | 'date'>) =>
  `1 ${base} = ${rate} ${quote} from ${date}`

const audit = (
  { actor }: StaffContext,
  id: string,
  version: number,
  verb: 'created' | 'changed' | 'deleted',
  message: string,
  changeData: unknown,
) => ({
  changeKey: `currency-rate:${id}:v${version}`,
  action: `currency-rate.${verb}`,
  targetType: 'COMPANY' as const,
  targetId: actor.companyId,
  message,
  changeData,
})

const sameDay = (base: string) => ({
  'currency_rates.company_id, currency_rates.base, currency_rates.date, currency_rates.quote': () =>
    invalidField('date', `There is already a ${base} rate for this day. Change it`),
})

/**
 * The effects of changed rates: vendors are recomputed within minutes, and requests without a rate get one. Requests
 * submitted at a rate keep it.
 */
const following = ({ db, actor }: StaffContext) => ({
  statements: [
    db.sql(
      `UPDATE vendors INDEXED BY vendors_rated SET next12_rated = '0'
        WHERE company_id = ? AND next12_rated <> '' AND next12_rated > '0'`,
      actor.companyId,
    ),
  ],
  outbox: [{ topic: 'currency-rates.price' as const, payload: { after: null } }],
})

/** Throws INVALID for the field, also for the company's own currency and a second rate on one day. */
export const createRate = command({
  id: 'settings.create-currency-rate',
  access: 'currencies.manage',
  input: inputOf(endpoints.createCurrencyRate),
  run: async (context, { base, date, rate }) => {
    const { db, actor, clock } = context
    const quote = actor.company.currency
    if (base === quote) throw invalidField('base', `${quote} is your company’s currency. Choose another one`)
    const id = context.newId()
    const now = clock.now()
    const { statements, outbox } = following(context)
    return commit(context, {
      subject: 'The rate',
      statements: [
        db.sql(
          `INSERT INTO currency_rates (id, company_id, base, quote, date, rate, source, created_by_user_id, created_at,
                                       updated_at) VALUES (?, ?, ?, ?, ?, ?, 'MANUAL', ?, ?, ?)`,
          ...[id, actor.companyId, base, quote, date, rate, actor.userId, now, now],
        ),
        ...statements,
      ],
      outbox,
      audit: [
        audit(context, id, 1, 'created', `Set the exchange rate ${words({ base, quote, rate, date })}`, {
          after: { base, quote, rate, date },
        }),
      ],
      result: { id },
      onDuplicate: sameDay(base),
    })
  },
})

const requireRate = async ({ db, actor }: StaffContext, id: string): Promise<Row> => {
  const row = await db.first<Row>(
    db.sql(
      `SELECT id, base, quote, date, rate, updated_at AS updatedAt, version FROM currency_rates
        WHERE id = ? AND company_id = ?`,
      id,
      actor.companyId,
    ),
  )
  if (!row) throw notFound('The rate')
  return row
}

/** Requests submitted with it keep the rate they recorded. Throws NOT_FOUND, or CONFLICT for a stale version. */
export const updateRate = command({
  id: 'settings.update-currency-rate',
  access: 'currencies.manage',
  input: inputOf(endpoints.updateCurrencyRate),
  run: async (context, { id, rate, version, ...input }) => {
    const { db, actor, clock } = context
    const before = await requireRate(context, id)
    const date = input.date ?? before.date
    if (version !== undefined && version !== before.version) throw staleVersion('The rate')
    if (before.rate === rate && before.date === date) return { id, version: before.version }
    const { base, quote } = before
    const { statements, outbox } = following(context)
    return commit(context, {
      subject: 'The rate',
      statements: [
        db.sql(
          `UPDATE currency_rates SET rate = ?, date = ?, version = version + 1, updated_at = ?
            WHERE id = ? AND company_id = ? AND version = ?`,
          ...[rate, date, clock.now(), id, actor.companyId, before.version],
        ),
        guardOneRow(db),
        ...statements,
      ],
      outbox,
      audit: [
        audit(
          context,
          id,
          before.version + 1,
          'changed',
          `Changed the exchange rate ${words(before)} to ${words({ base, quote, rate, date })}`,
          { before: { rate: before.rate, date: before.date }, after: { rate, date } },
        ),
      ],
      result: { id, version: before.version + 1 },
      onDuplicate: sameDay(base),
    })
  },
})

/** From then on the provider's rate applies again, or an older one of the company's. Throws NOT_FOUND. */
export const deleteRate = command({
  id: 'settings.delete-currency-rate',
  access: 'currencies.manage',
  input: inputOf(endpoints.deleteCurrencyRate),
  run: async (context, { id }) => {
    const { db, actor } = context
    const before = await requireRate(context, id)
    const { base, quote, rate, date } = before
    const { statements, outbox } = following(context)
    return commit(context, {
      subject: 'The rate',
      statements: [
        db.sql(
          'DELETE FROM currency_rates WHERE id = ? AND company_id = ? AND version = ?',
          ...[id, actor.companyId, before.version],
        ),
        guardOneRow(db),
        ...statements,
      ],
      outbox,
      audit: [
        audit(context, id, before.version + 1, 'deleted', `Deleted the exchange rate ${words(before)}`, {
          before: { base, quote, rate, date },
        }),
      ],
      result: null,
    })
  },
})
