import type { Currency, Money } from '../../../../schema/shared/money.ts'
import type { Connection } from '../../../../schema/shared/paging.ts'
import type { ListedService, Service } from '../../../../schema/vendors/services/endpoints.ts'
import { nextTwelveMonths } from '../../../../schema/vendors/services/rules.ts'
import { services } from '../../../../schema/vendors/services/tables.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { rowOf } from '../../../core/record.ts'
import { columnNamesSql } from '../vendors/index.ts'
import { type ListedRow, ofParts } from './rows.ts'

/**
 * A page of services from their own rows alone. Periods and months come from the copies in the rows (migration 0034),
 * and so do the names of related objects (0037).
 */

export interface ServicePage extends Connection<ListedService> {
  /** Names of the custom columns. */
  columnNames: string[]
}

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

/** The cost of the twelve months from the current one, by currency. */
const spendOf = (months: ListedRow['card']['months'], now: number): Money[] => {
  const { from, before } = nextTwelveMonths(now)
  const sums = new Map<Currency, number>()
  for (const { currency, month, amount } of months) {
    if (month >= from && month < before) sums.set(currency, (sums.get(currency) ?? 0) + amount)
  }
  return [...sums].map(([currency, value]) => ({ currency, value }))
}

export const toListed = ({ actor, clock }: StaffContext, raw: object): Service => {
  const { card, names, ...row } = rowOf<typeof services, ListedRow>(services, raw)
  return ofParts(
    {
      ...row,
      vendorName: names.vendor,
      spendCategoryName: names.spendCategory,
      businessUnitName: names.businessUnit,
      links: names.links,
      periods: card.periods,
      spend: spendOf(card.months, clock.now()),
      answerRates: null,
    },
    actor,
  )
}
