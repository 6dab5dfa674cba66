import type { Currency, Money } from '../../../../schema/shared/money.ts'
import type { Service, ServicePeriod } from '../../../../schema/vendors/services/endpoints.ts'
import { nextTwelveMonths } from '../../../../schema/vendors/services/rules.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { columnNamesSql } from '../vendors/column-names.ts'
import { type Link, ofParts, type ServiceRow } from './rows.ts'

/**
 * A page of services from their own rows alone. Periods and months come from the copies in the rows (migration 0034),
 * and so do the names of related objects (0037).
 */

/** What the page needs of a service `s`. */
export const LISTED_COLUMNS = `s.id, s.name, s.description, s.archived_at AS archivedAt, s.autorenews,
  s.auto_renewal_detail AS autoRenewalDetail, s.vendor_id AS vendorId, s.spend_category_id AS spendCategoryId,
  s.business_unit_id AS businessUnitId, s.payment_frequency AS paymentFrequency, s.payment_term AS paymentTerm,
  s.version, s.answers, s.names, s.card`

/** What the custom columns show on a page, for a service and its periods. */
/** @param tables WITH tables that the page reads */
export const shownNamesSql = (page: (columns: string, times: string) => string, tables = ''): string =>
  columnNamesSql(
    'serviceColumns',
    [
      { section: 'serviceFormFields', answers: 'page.answers' },
      {
        section: 'serviceItemFormFields',
        each: "page.card, '$.periods'",
        answers: "coalesce(each.value -> '$.answers', '{}')",
      },
    ],
    ['answers', 'card'],
    (times) => page('s.answers, s.card', times),
    tables,
  )

interface Card {
  periods: ServicePeriod[]
  months: { currency: Currency; month: string; amount: number }[]
}

/** See the view service_names. */
interface ServiceNames {
  vendor: string | null
  spendCategory: string | null
  businessUnit: string | null
  links: Link[]
}

export type ListedRow = Omit<
  ServiceRow,
  'vendorName' | 'spendCategoryName' | 'businessUnitName' | 'periods' | 'spend' | 'links'
> & {
  /** JSON, like the next two. */
  sortKey: string
  card: string
  names: string
}

/** The cost of the twelve months from the current one, by currency. */
const spendOf = (months: Card['months'], now: number): Money[] => {
  const { from, before } = nextTwelveMonths(now)
  const sums = new Map<Currency, number>()
  for (const { currency, month, amount } of months) {
    if (month >= from && month < before) sums.set(currency, (sums.get(currency) ?? 0) + amount)
  }
  return [...sums].map(([currency, value]) => ({ currency, value }))
}

export const toListed = ({ actor, clock }: StaffContext, row: ListedRow): Service => {
  const { card, names, answers, sortKey: _, answerRates: __, ...kept } = row
  const { periods, months } = JSON.parse(card) as Card
  const { vendor, spendCategory, businessUnit, links } = JSON.parse(names) as ServiceNames
  return ofParts(
    {
      ...kept,
      vendorName: vendor,
      spendCategoryName: spendCategory,
      businessUnitName: businessUnit,
      links,
      periods,
      spend: spendOf(months, clock.now()),
      answers: JSON.parse(answers) as Service['answers'],
    },
    actor,
  )
}
