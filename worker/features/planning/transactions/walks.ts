import type { TransactionFilters } from '../../../../schema/planning/transactions/endpoints.ts'
import {
  DIMENSIONS,
  type Dimension,
  NO_VALUE,
  type transactionFilters,
} from '../../../../schema/planning/transactions/filters.ts'
import type { Walk, Way } from '../../../core/list/rows.ts'
import { walkConditions } from '../../../core/looked-page.ts'
import type { Params } from '../../../core/params.ts'
import { isNone, type Scope, type Units } from './access.ts'
import { askedOf } from './filter-sql.ts'

/**
 * Where the list's rows are in order. Each index has payroll apart, so that someone who doesn't see payroll reads none of
 * it. A filter by several values reads each value's rows, and so does a person who sees several departments.
 */

export type Sort = 'date'
export type Filter = keyof typeof transactionFilters | 'range' | 'visible'

const wayBy = (index: string) =>
  ({
    from: 'transactions t',
    id: 't.id',
    sorts: { date: { columns: ['t.date'], index, usual: 'DESC' } },
  }) as const satisfies Way<Sort>

export const OWN = wayBy('transactions_date')
const WAYS: Record<Dimension, Way<Sort>> = {
  department: wayBy('transactions_department'),
  businessUnit: wayBy('transactions_business_unit'),
  category: wayBy('transactions_category'),
  location: wayBy('transactions_location'),
  vendor: wayBy('transactions_vendor'),
}
const OF_ACCOUNT_TYPE = wayBy('transactions_account_type')

/** Those with the fewest rows for a value first. */
const LEADING: readonly Dimension[] = ['vendor', 'category', 'location', 'businessUnit', 'department']

/** A statement with more walks would be too long. */
const MOST_WALKS = 40

interface Leading {
  walks: Walk<Sort>[]
  serves: Filter[]
}

interface Asked {
  scope: Scope
  filters: TransactionFilters
  /** The condition on type, months and tracking. */
  range: string
  bind: Params['bind']
}

type Payroll = 0 | 1

const walk = (way: Way<Sort>, payroll: Payroll, ...where: readonly string[]): Walk<Sort> => ({
  way,
  where: [...where, `t.is_payroll = ${payroll}`],
})

/** Whether payroll is read at all. */
const classesOf = ({ payroll }: Scope): Payroll[] => (payroll === 'ALL' || !isNone(payroll) ? [0, 1] : [0])

const ofUnits = (units: Units, payroll: Payroll, { range, bind }: Asked): Walk<Sort>[] =>
  (
    [
      ['department', units.departmentIds],
      ['businessUnit', units.businessUnitIds],
    ] as const
  ).flatMap(([dimension, ids]) =>
    ids.length === 0
      ? []
      : walkConditions(`t.${DIMENSIONS[dimension].column}`, ids, bind).map((is) =>
          walk(WAYS[dimension], payroll, is, range),
        ),
  )

/** What the person sees, without filters. */
const ofScope = (asked: Asked): Leading => {
  const { lines, payroll } = asked.scope
  const regular = lines === 'ALL' ? [walk(OWN, 0, asked.range)] : ofUnits(lines, 0, asked)
  const paid = payroll === 'ALL' ? [walk(OWN, 1, asked.range)] : ofUnits(payroll, 1, asked)
  const walks = [...regular, ...paid]
  // Someone who leads nothing reads an empty index range.
  if (walks.length === 0) return { walks: [walk(OWN, 0, asked.range, '0')], serves: ['range', 'visible'] }
  return { walks, serves: ['range', 'visible'] }
}

/** The walks that read the fewest rows, with the filters that they apply. */
export const walksOf = (asked: Asked): Leading => {
  const { scope, filters, range, bind } = asked
  const classes = classesOf(scope)
  const seesEvery = scope.lines === 'ALL' && (scope.payroll === 'ALL' || isNone(scope.payroll))
  const visible: Filter[] = seesEvery ? ['visible'] : []
  for (const dimension of LEADING) {
    const ids = askedOf(filters, dimension).in
    if (ids.length === 0 || ids.includes(NO_VALUE) || ids.length * classes.length > MOST_WALKS) continue
    const conditions = walkConditions(`t.${DIMENSIONS[dimension].column}`, ids, bind)
    const isAlone = dimension !== 'department' || !filters.departmentFilter
    const isWhole = isAlone && askedOf(filters, dimension).notIn.length === 0
    return {
      walks: conditions.flatMap((is) => classes.map((payroll) => walk(WAYS[dimension], payroll, is, range))),
      serves: ['range', ...visible, ...(isWhole ? [DIMENSIONS[dimension].in] : [])],
    }
  }
  if (filters.accountType && seesEvery) {
    const is = `t.account_type = ${bind(filters.accountType)}`
    return {
      walks: classes.map((payroll) => walk(OF_ACCOUNT_TYPE, payroll, is, range)),
      serves: ['range', 'visible', 'accountType'],
    }
  }
  return ofScope(asked)
}
