import { Button, SegmentedControl, Skeleton } from '@mantine/core'
import { useState } from 'react'
import type { Plan } from '../../../../schema/planning/plans/endpoints.ts'
import {
  DIMENSION_WORDS,
  kindOfDimension,
  PLAN_DIMENSIONS,
  type PlanDimension,
  type PlanType,
} from '../../../../schema/planning/plans/values.ts'
import { formatMoney } from '../../../../schema/shared/money.ts'
import { useGo } from '../../../lib/address.ts'
import { usePageSearch } from '../../../lib/search-params.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { Select } from '../../../ui/choices/select.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { OptionSelect } from '../../../ui/fields/option-select.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { PendingPage } from '../../../ui/pending-page.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { History } from '../../platform/audit/index.ts'
import { AsyncOptionSelect } from '../../platform/lookups/index.ts'
import { useCan } from '../../platform/session/index.ts'
import { PLANS } from './address.ts'
import {
  type AskedFigures,
  planKeys,
  planVendorSource,
  removePlan,
  useFigures,
  usePlan,
  usePlanOptions,
} from './api.ts'
import { FiguresTable } from './figures-table.tsx'
import { PlanChart } from './plan-chart.tsx'
import { PlanMenu } from './plan-menu.tsx'
import classes from './plans.module.css'
import { periodText } from './plans-page.tsx'
import { type FigureSearch, figureSearch } from './search.ts'

/** One plan: what it says by month, beside what the company did. */
export const PlanPage = ({ planId }: { planId: string }) => {
  const { data, error, refetch } = usePlan(planId)
  if (data) return <Loaded plan={data} />
  return <PendingPage title="Plan" breadcrumbs={[PLANS]} error={error} onRetry={() => void refetch()} />
}

const Loaded = ({ plan }: { plan: Plan }) => {
  const go = useGo()
  const [showsHistory, setShowsHistory] = useState(false)
  const remove = useCommand<void>({
    run: (_, { commandId }) => removePlan(plan.id, commandId),
    success: `${plan.name} deleted`,
    invalidates: [planKeys.all],
    onSuccess: () => go.instead(PLANS.href),
  })
  const askToRemove = async () => {
    const agreed = await confirm({
      title: `Delete ${plan.name}?`,
      text: 'Its figures and what its names are linked to are deleted with it. This can’t be undone.',
      confirmLabel: 'Delete plan',
      danger: true,
    })
    if (agreed) remove.send()
  }
  return (
    <>
      <PageHeader
        title={plan.name}
        breadcrumbs={[PLANS]}
        subtitle={
          <>
            {periodText(plan)}
            {plan.description && ` · ${plan.description}`}
          </>
        }
        menu={<PlanMenu plan={plan} onHistory={() => setShowsHistory(true)} onDelete={() => void askToRemove()} />}
      />
      {plan.hasExpensePlan || plan.hasRevenuePlan ? (
        <Figures plan={plan} />
      ) : (
        <EmptyState title="Nothing planned yet" text="Entries that are added to this plan appear here by month." />
      )}
      <Dialog opened={showsHistory} onClose={() => setShowsHistory(false)} title="History">
        <History targetType="PLAN" targetId={plan.id} queryKey={[...planKeys.plan(plan.id), 'history']} />
      </Dialog>
    </>
  )
}

const FILTERS = {
  department: { address: 'departments', asked: 'inDepartmentIds' },
  businessUnit: { address: 'businessUnits', asked: 'inBusinessUnitIds' },
  category: { address: 'categories', asked: 'inCategoryIds' },
  location: { address: 'locations', asked: 'inLocationIds' },
  vendor: { address: 'vendors', asked: 'inVendorIds' },
} as const satisfies Record<PlanDimension, { address: keyof FigureSearch; asked: keyof AskedFigures }>

const askedOf = (type: PlanType, by: PlanDimension, found: FigureSearch): AskedFigures => ({
  ...{ type, by },
  ...Object.fromEntries(
    PLAN_DIMENSIONS.flatMap((dimension) => {
      const ids = found[FILTERS[dimension].address]
      return ids && ids.length > 0 ? [[FILTERS[dimension].asked, ids]] : []
    }),
  ),
})

/** What its lines of a type name. */
const dimensionsOf = ({ fields }: Plan, type: PlanType): PlanDimension[] =>
  PLAN_DIMENSIONS.filter((dimension) => fields.includes(kindOfDimension(dimension, type)))

/** What people without payroll access read beside the totals. */
const LEFT_OUT = {
  both: 'Without payroll that you don’t have access to, in planned and in actual amounts.',
  planned: 'Without payroll that you don’t have access to.',
}

const Figures = ({ plan }: { plan: Plan }) => {
  const can = useCan()
  const [found, setFound] = usePageSearch(figureSearch)
  const type = found.type ?? (plan.hasExpensePlan ? 'expense' : 'revenue')
  const dimensions = dimensionsOf(plan, type)
  const by = found.by && dimensions.includes(found.by) ? found.by : (dimensions[0] ?? 'vendor')
  const asked = askedOf(type, by, found)
  const isFiltered = Object.keys(asked).length > 2
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useFigures(plan.id, asked)
  const set = (patch: Partial<FigureSearch>) => setFound(patch, { resetScroll: false })
  const rows = data?.pages.flatMap(({ edges }) => edges.map(({ node }) => node)) ?? []
  const first = data?.pages[0]
  return (
    <>
      <div className={classes.bar}>
        {plan.hasExpensePlan && plan.hasRevenuePlan && (
          <SegmentedControl
            aria-label="Type"
            data={[
              { value: 'expense', label: 'Expenses' },
              { value: 'revenue', label: 'Revenue' },
            ]}
            value={type}
            onChange={(next) => set({ type: next as PlanType, categories: undefined })}
          />
        )}
        <div className={classes.filter} data-says="By business unit">
          <Select
            aria-label="Rows"
            allowDeselect={false}
            data={dimensions.map((value) => ({ value, label: `By ${DIMENSION_WORDS[value].toLowerCase()}` }))}
            value={by}
            onChange={(next) => set({ by: next as PlanDimension })}
          />
        </div>
        <FigureFilters plan={plan} dimensions={dimensions} found={found} onSet={set} />
        {isFiltered && (
          <Button
            variant="subtle"
            color="gray"
            onClick={() => set(Object.fromEntries(Object.values(FILTERS).map(({ address }) => [address, undefined])))}
          >
            Clear filters
          </Button>
        )}
      </div>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !first ? (
        <output aria-label="Loading">
          <Skeleton height={420} />
        </output>
      ) : (
        <>
          <section className={classes.summary} aria-label="Summary">
            <dl className={classes.totals}>
              <dt>Planned</dt>
              <dd>{formatMoney({ value: first.all.total, currency: first.currency })}</dd>
              {first.all.actualTotal !== null && (
                <>
                  <dt>Actual</dt>
                  <dd>{formatMoney({ value: first.all.actualTotal, currency: first.currency })}</dd>
                  <dt>{first.all.total >= first.all.actualTotal ? 'Remaining' : 'Over'}</dt>
                  <dd data-over={first.all.total < first.all.actualTotal || undefined}>
                    {formatMoney({
                      value: Math.abs(first.all.total - first.all.actualTotal),
                      currency: first.currency,
                    })}
                  </dd>
                </>
              )}
            </dl>
            <PlanChart figures={first} type={type} />
            {first.leavesOutPayroll && (
              <p className={classes.leftOut}>{LEFT_OUT[first.all.actual ? 'both' : 'planned']}</p>
            )}
          </section>
          {rows.length === 0 ? (
            <EmptyState
              title={isFiltered ? 'Nothing matches the filters' : 'Nothing here that you can see'}
              text={
                isFiltered
                  ? 'Clear the filters to see all of the plan.'
                  : 'Leads see what the plan has for their departments and business units, once those are linked.'
              }
            />
          ) : (
            <FiguresTable
              shown={{ type, by, months: first.months, currency: first.currency, opens: can('transactions.read') }}
              rows={rows}
              all={first.all}
              others={data?.pages.at(-1)?.others ?? null}
              isFiltered={isFiltered}
            />
          )}
          {hasNextPage && (
            <div className={classes.more}>
              <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                Show more
              </Button>
            </div>
          )}
        </>
      )}
    </>
  )
}

interface FigureFiltersProps {
  plan: Plan
  dimensions: readonly PlanDimension[]
  found: FigureSearch
  onSet: (patch: Partial<FigureSearch>) => void
}

const FigureFilters = ({ plan, dimensions, found, onSet }: FigureFiltersProps) => {
  const { data } = usePlanOptions(plan.id)
  return dimensions.map((dimension) => {
    const { address } = FILTERS[dimension]
    const label = DIMENSION_WORDS[dimension]
    const shared = {
      ...{
        'aria-label': label,
        placeholder: `Any ${label.toLowerCase()}`,
        multiple: true as const,
      },
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
