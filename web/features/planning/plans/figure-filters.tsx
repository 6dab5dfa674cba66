import type { Plan } from '../../../../schema/planning/plans/endpoints.ts'
import {
  DIMENSION_WORDS,
  kindOfDimension,
  PLAN_DIMENSIONS,
  type PlanDimension,
  type PlanType,
} from '../../../../schema/planning/plans/values.ts'
import { DIMENSIONS } from '../../../../schema/planning/transactions/filters.ts'
import { OptionSelect } from '../../../ui/fields/option-select.tsx'
import { AsyncOptionSelect } from '../../platform/lookups/index.ts'
import { type AskedFigures, planVendorSource, usePlanOptions } from './api.ts'
import classes from './plans.module.css'
import type { FigureSearch } from './search.ts'

/** What figures are asked for of a plan's own departments, vendors and so on. */

const OPTIONS = {
  department: 'departments',
  businessUnit: 'businessUnits',
  category: 'categories',
  location: 'locations',
  vendor: 'vendors',
} as const satisfies Record<PlanDimension, keyof FigureSearch>

export const ADDRESSES = Object.values(OPTIONS)

/** `inDepartmentIds` and so on, as every call about a plan's figures names them. */
export const filtersOf = (found: FigureSearch): Partial<AskedFigures> =>
  Object.fromEntries(
    PLAN_DIMENSIONS.flatMap((dimension) => {
      const ids = found[OPTIONS[dimension]]
      return ids && ids.length > 0 ? [[DIMENSIONS[dimension].in, ids]] : []
    }),
  )

export const askedOf = (type: PlanType, by: PlanDimension, found: FigureSearch): AskedFigures => ({
  type,
  by,
  ...filtersOf(found),
})

/** What its lines of a type name. */
export const dimensionsOf = ({ fields }: Plan, type: PlanType): PlanDimension[] =>
  PLAN_DIMENSIONS.filter((dimension) => fields.includes(kindOfDimension(dimension, type)))

interface FigureFiltersProps {
  plan: Plan
  dimensions: readonly PlanDimension[]
  found: FigureSearch
  onSet: (patch: Partial<FigureSearch>) => void
}

export const FigureFilters = ({ plan, dimensions, found, onSet }: FigureFiltersProps) => {
  const { data } = usePlanOptions(plan.id)
  return dimensions.map((dimension) => {
    const address = OPTIONS[dimension]
    const label = DIMENSION_WORDS[dimension]
    const shared = {
      'aria-label': label,
      placeholder: `Any ${label.toLowerCase()}`,
      multiple: true as const,
      value: found[address] ?? [],
      onChange: (next: string[]) => onSet({ [address]: next.length > 0 ? next : undefined }),
    }
    // A plan can have very many vendors.
    const source = { name: `plan vendors ${plan.id}`, load: planVendorSource(plan.id) }
    const options = (data?.[address] ?? []).map(({ id, name }) => ({ value: id, label: name }))
    return (
      <div key={dimension} className={classes.filter} data-says={shared.placeholder}>
        {dimension === 'vendor' ? (
          <AsyncOptionSelect {...shared} kind="vendor" source={source} />
        ) : (
          <OptionSelect {...shared} options={options} />
        )}
      </div>
    )
  })
}
