import { Button, SegmentedControl, Skeleton } from '@mantine/core'
import { useState } from 'react'
import type { Plan } from '../../../../schema/planning/plans/endpoints.ts'
import { DIMENSION_WORDS, type PlanDimension, type PlanType } from '../../../../schema/planning/plans/values.ts'
import { formatMoney } from '../../../../schema/shared/money.ts'
import { useGo } from '../../../lib/address.ts'
import { usePageSearch } from '../../../lib/search-params.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { Select } from '../../../ui/choices/select.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { PendingPage } from '../../../ui/pending-page.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { History } from '../../platform/audit/index.ts'
import { useCan } from '../../platform/session/index.ts'
import { PLANS } from './address.ts'
import { planKeys, removePlan, useFigures, usePlan } from './api.ts'
import { ADDRESSES, askedOf, dimensionsOf, FigureFilters } from './figure-filters.tsx'
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

/** What people without payroll access read beside the totals. */
export const LEFT_OUT = {
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
            onClick={() => set(Object.fromEntries(ADDRESSES.map((address) => [address, undefined])))}
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
