import type { Currency, Money } from '../../../../schema/shared/money.ts'
import type { Connection } from '../../../../schema/shared/paging.ts'
import type { ListedService, Service } from '../../../../schema/vendors/services/endpoints.ts'
import { nextTwelveMonths } from '../../../../schema/vendors/services/rules.ts'
import { type ServiceLinkId, services } from '../../../../schema/vendors/services/tables.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { rowOf } from '../../../core/record.ts'
import type { ReferredIds, ReferredNames } from '../../../core/referred-names.ts'
import { columnNamesSql } from '../vendors/index.ts'
import { type ListedRow, ofParts } from './rows.ts'

/**
 * A page of services from their own rows alone. Periods and months come from the copies in the rows (migration 0034),
 * names from the second read.
 */

export interface ServicePage extends Connection<ListedService> {
  /** Names of the custom columns in a file. */
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

export const storedListed = (raw: object): ListedRow => rowOf<typeof services, ListedRow>(services, raw)

const NO_ONE = { firstName: null, lastName: null, email: null }
const KINDS = { DEPARTMENT: 'departments', LOCATION: 'locations' } as const

/** What services refer to by id. */
export const referredBy = (rows: readonly ListedRow[]): ReferredIds => {
  const linked = (kind: ServiceLinkId['kind']) =>
    rows.flatMap(({ links }) => links.filter((link) => link.kind === kind).map(({ id }) => id))
  return {
    vendors: rows.map(({ vendorId }) => vendorId),
    spendCategories: rows.map(({ spendCategoryId }) => spendCategoryId),
    businessUnits: rows.map(({ businessUnitId }) => businessUnitId),
    departments: linked('DEPARTMENT'),
    locations: linked('LOCATION'),
    people: linked('OWNER'),
  }
}

export const toListed = ({ actor, clock }: StaffContext, listed: ListedRow, names: ReferredNames): Service => {
  const { card, links, ...row } = listed
  return ofParts(
    {
      ...row,
      vendorName: names.named('vendors', row.vendorId)?.name ?? null,
      spendCategoryName: names.named('spendCategories', row.spendCategoryId)?.name ?? null,
      businessUnitName: names.named('businessUnits', row.businessUnitId)?.name ?? null,
      links: links.map(({ kind, id }) => {
        const { firstName, lastName, email } = names.person(kind === 'OWNER' ? id : null) ?? NO_ONE
        const name = kind === 'OWNER' ? null : (names.named(KINDS[kind], id)?.name ?? null)
        return { kind, id, name, firstName, lastName, email }
      }),
      periods: card.periods,
      spend: spendOf(card.months, clock.now()),
      answerRates: null,
    },
    actor,
  )
}
