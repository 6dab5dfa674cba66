import { monthsOfPeriod } from '../../shared/calendar.ts'
import type { Money } from '../../shared/money.ts'
import { FACTS, type Fact, type Facts, idsIn, namedFacts } from '../engine/facts.ts'
import type { Covered } from './coverage.ts'

/** What rules read of a spend request, filed, unfinished or made up. */
export interface SpendFacts {
  /** The sum of the lines, in the request's currency. */
  total: Money | null
  vendor?: string | null
  /** Null if there is no vendor yet. */
  isNewVendor: boolean | null
  startDate: string | null
  endDate: string | null
  /** In the lines, each id once. */
  categories: readonly string[]
  departments: readonly string[]
  businessUnits: readonly string[]
  entities: readonly string[]
  /** The requester's own units, which count if the lines name none. */
  own?: { departmentIds: readonly string[]; businessUnitIds: readonly string[] } | undefined
  /** Its custom fields as facts (`customFieldFacts`). */
  customFields: readonly [string, Fact][]
  /** Names of categories, departments and other units, for reasons. */
  nameOf(id: string): string | undefined
}

/** Whole months, rounded up: a contract of a year and a day is longer than a year. Null without both dates. */
export const contractMonths = (startDate: string | null, endDate: string | null): number | null =>
  startDate && endDate && startDate <= endDate ? Math.ceil(monthsOfPeriod(startDate, endDate)) : null

const orOwn = (chosen: readonly string[], own: readonly string[] = []): readonly string[] =>
  chosen.length > 0 ? chosen : own

export const spendFacts = ({ total, own, customFields, nameOf, ...known }: SpendFacts): Facts =>
  new Map([
    ...namedFacts(
      {
        ...known,
        amount: total,
        contractMonths: contractMonths(known.startDate, known.endDate),
        departments: orOwn(known.departments, own?.departmentIds),
        businessUnits: orOwn(known.businessUnits, own?.businessUnitIds),
      },
      { nameOf },
    ),
    ...customFields,
  ])

/** What the facts are about, for custom fields. */
export const coveredIn = (facts: Facts): Covered => ({
  categories: idsIn(facts, FACTS.categories),
  departments: idsIn(facts, FACTS.departments),
  businessUnits: idsIn(facts, FACTS.businessUnits),
})
