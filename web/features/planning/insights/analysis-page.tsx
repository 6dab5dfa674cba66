import { Button, SegmentedControl, Skeleton } from '@mantine/core'
import { IconReportMoney } from '@tabler/icons-react'
import type { Plan } from '../../../../schema/planning/plans/endpoints.ts'
import { DIMENSION_WORDS, type PlanDimension, type PlanType } from '../../../../schema/planning/plans/values.ts'
import { DIMENSIONS, NO_VALUE } from '../../../../schema/planning/transactions/filters.ts'
import { monthOf } from '../../../../schema/shared/calendar.ts'
import { formatMoney } from '../../../../schema/shared/money.ts'
import { to } from '../../../lib/address.ts'
import { todayIn } from '../../../lib/format.ts'
import { shortMonthText } from '../../../lib/months.ts'
import { usePageSearch } from '../../../lib/search-params.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { Select } from '../../../ui/choices/select.tsx'
import { MonthField } from '../../../ui/fields/month-field.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { PendingPage } from '../../../ui/pending-page.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { useTimeZone } from '../../../ui/time-zone.ts'
import { useCan } from '../../platform/session/index.ts'
import {
  ADDRESSES,
  askedOf,
  dimensionsOf,
  FigureFilters,
  filtersOf,
  LEFT_OUT,
  PlanChart,
  periodText,
  planHref,
  useFigures,
  usePlans,
} from '../plans/index.ts'
import type { AskedBehind } from './api.ts'
import { BehindDialog } from './behind.tsx'
import classes from './insights.module.css'
import { figuresWithin, type Months, monthsWithin } from './months.ts'
import { isOver, RowsTable } from './rows-table.tsx'
import { ALL_ROWS, type AnalysisSearch, analysisSearch, NO_ROW } from './search.ts'

const TITLE = 'Financial insights'

/** The plan that people mean: one of today, of several the one that started last, otherwise the last one. */
const planOfToday = (plans: readonly Plan[], month: string): Plan | undefined =>
  plans.find(({ startYearMonth, endYearMonth }) => startYearMonth <= month && month <= endYearMonth) ?? plans[0]

/** A plan beside what was spent or earned, by whatever its lines name, and what stands behind each figure. */
export const AnalysisPage = () => {
  const [found, setFound] = usePageSearch(analysisSearch)
  const { data: plans, error, refetch } = usePlans()
  const month = monthOf(todayIn(useTimeZone()))
  if (!plans) return <PendingPage title={TITLE} error={error} onRetry={() => void refetch()} />
  const plan = plans.find(({ id }) => id === found.plan) ?? planOfToday(plans, month)
  if (!plan) return <NoPlans />
  return <Loaded key={plan.id} plan={plan} plans={plans} found={found} onSet={setFound} />
}

const NoPlans = () => {
  const can = useCan()
  return (
    <>
      <PageHeader title={TITLE} />
      <EmptyState
        icon={<IconReportMoney size={20} />}
        title="No plans yet"
        text="Once there is a plan, this page shows what was spent or earned beside it."
        action={
          can('plans.manage') && (
            <Button component={AppLink} href={to('/budget-tracking/budgets/import')}>
              Import a plan
            </Button>
          )
        }
      />
    </>
  )
}

type SetSearch = ReturnType<typeof usePageSearch<typeof analysisSearch>>[1]

interface LoadedProps {
  plan: Plan
  plans: readonly Plan[]
  found: AnalysisSearch
  onSet: SetSearch
}

const Loaded = ({ plan, plans, found, onSet }: LoadedProps) => {
  const type = found.type ?? (plan.hasExpensePlan ? 'expense' : 'revenue')
  const dimensions = dimensionsOf(plan, type)
  const by = found.by && dimensions.includes(found.by) ? found.by : (dimensions[0] ?? 'vendor')
  const months = monthsWithin(plan, found)
  const set = (patch: Partial<AnalysisSearch>) => onSet(patch, { resetScroll: false })
  const isFiltered = ADDRESSES.some((address) => found[address]?.length)
  return (
    <>
      <PageHeader
        title={TITLE}
        subtitle={
          <AppLink className="ol-link" href={planHref(plan.id)}>
            {plan.name} · {periodText(plan)}
          </AppLink>
        }
      />
      <div className={classes.bar}>
        <div className={classes.plan}>
          <Select
            aria-label="Plan"
            allowDeselect={false}
            data={plans.map(({ id, name }) => ({ value: id, label: name }))}
            value={plan.id}
            onChange={(next) =>
              set({
                ...Object.fromEntries(ADDRESSES.map((address) => [address, undefined])),
                plan: next ?? undefined,
                from: undefined,
                to: undefined,
              })
            }
          />
        </div>
        <MonthField label="From" hidesLabel required value={months.from} onChange={(from) => set({ from })} />
        <MonthField
          label="To"
          hidesLabel
          required
          value={months.to}
          min={months.from}
          onChange={(last) => set({ to: last })}
        />
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
        <Select
          aria-label="Rows"
          allowDeselect={false}
          data={dimensions.map((value) => ({ value, label: `By ${DIMENSION_WORDS[value].toLowerCase()}` }))}
          value={by}
          onChange={(next) => set({ by: next as PlanDimension })}
        />
      </div>
      <div className={classes.bar}>
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
      <Figures plan={plan} shown={{ type, by, months, isFiltered }} found={found} onSet={onSet} />
    </>
  )
}

interface Shown {
  type: PlanType
  by: PlanDimension
  months: Months
  isFiltered: boolean
}

const Figures = ({ plan, shown, found, onSet }: Omit<LoadedProps, 'plans'> & { shown: Shown }) => {
  const { type, by, months, isFiltered } = shown
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useFigures(
    plan.id,
    askedOf(type, by, found),
  )
  const first = data?.pages[0]
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!first)
    return (
      <output aria-label="Loading">
        <Skeleton height={420} />
      </output>
    )
  const rows = data?.pages.flatMap(({ edges }) => edges.map(({ node }) => node)) ?? []
  const within = figuresWithin(first, months)
  const opened = rows.find(({ item }) => (item?.id ?? NO_ROW) === found.row)
  const name = found.row === ALL_ROWS ? 'Total' : (opened?.item?.name ?? `No ${DIMENSION_WORDS[by].toLowerCase()}`)
  return (
    <>
      <section className={classes.summary} aria-label="Summary">
        <Totals type={type} within={within} />
        <PlanChart figures={within} type={type} />
        {first.leavesOutPayroll && <p className={classes.leftOut}>{LEFT_OUT[first.all.actual ? 'both' : 'planned']}</p>}
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
        <RowsTable
          type={type}
          by={by}
          figures={first}
          rows={rows}
          others={data?.pages.at(-1)?.others ?? null}
          shown={months}
          onOpen={(row) => onSet({ row }, { replace: false, resetScroll: false })}
        />
      )}
      {hasNextPage && (
        <div className={classes.more}>
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
      {found.row && (opened || found.row === ALL_ROWS) && (
        <BehindDialog
          title={`${name}, ${monthsText(months)}`}
          asked={{ planId: plan.id, type, ...months, filters: behindOf(by, found) }}
          onClose={() => onSet({ row: undefined }, { resetScroll: false })}
        />
      )}
    </>
  )
}

const monthsText = ({ from, to: last }: Months): string =>
  from === last ? shortMonthText(from) : `${shortMonthText(from)} to ${shortMonthText(last)}`

/** The page's filters, and the row. */
const behindOf = (by: PlanDimension, found: AnalysisSearch): AskedBehind['filters'] => {
  const filters = filtersOf(found)
  if (!found.row || found.row === ALL_ROWS) return filters
  return { ...filters, [DIMENSIONS[by].in]: [found.row === NO_ROW ? NO_VALUE : found.row] }
}

const Totals = ({ type, within }: { type: PlanType; within: ReturnType<typeof figuresWithin> }) => {
  const { all, currency } = within
  const { total: planned, actualTotal: actual } = all
  const isWorse = isOver(type, { planned, actual })
  const over = type === 'expense' ? 'Over' : 'Beyond'
  return (
    <dl className={classes.totals}>
      <dt>Planned</dt>
      <dd>{formatMoney({ value: planned, currency })}</dd>
      {actual !== null && (
        <>
          <dt>Actual</dt>
          <dd>{formatMoney({ value: actual, currency })}</dd>
          <dt>{planned >= actual ? (type === 'expense' ? 'Remaining' : 'To go') : over}</dt>
          <dd data-over={isWorse || undefined}>{formatMoney({ value: Math.abs(planned - actual), currency })}</dd>
        </>
      )}
    </dl>
  )
}
