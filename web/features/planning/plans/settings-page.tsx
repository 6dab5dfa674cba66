import { useMemo } from 'react'
import { type Plan, planList } from '../../../../schema/planning/plans/endpoints.ts'
import type { PlanMappingKind } from '../../../../schema/planning/plans/values.ts'
import { formatNumber } from '../../../lib/format.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { LinkTabs } from '../../../ui/link-tabs.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { PendingPage } from '../../../ui/pending-page.tsx'
import type { Column } from '../../../ui/table/types.ts'
import { ListTable, useList } from '../../platform/lists/index.ts'
import { KINDS, planHref } from './address.ts'
import { usePlan } from './api.ts'
import { LinkEditor } from './link-editor.tsx'
import { periodText } from './plans-page.tsx'
import { planListSearch } from './search.ts'
import { usePlanKinds } from './use-kinds.ts'

const stateText = ({ unlinked, fields }: Plan, kind: PlanMappingKind): string => {
  const open = unlinked[kind] ?? 0
  if (!fields.includes(kind)) return `Names no ${KINDS[kind].several}`
  return open === 0 ? 'All linked' : `${formatNumber(open)} unlinked`
}

const columnsOf = (kind: PlanMappingKind): Column<Plan>[] => [
  {
    id: 'name',
    header: 'Plan',
    sortBy: 'name',
    card: 'title',
    cell: ({ id, name }) => (
      <AppLink className="ol-link" href={KINDS[kind].setting(id)}>
        {name}
      </AppLink>
    ),
  },
  { id: 'period', header: 'Months', width: '12rem', sortBy: 'startYearMonth', cell: periodText },
  { id: 'state', header: KINDS[kind].title, width: '14rem', cell: (plan) => stateText(plan, kind) },
]

/** The plans, each with how far its departments, vendors and so on are linked. */
export const PlanMappingsPage = ({ kind }: { kind: PlanMappingKind }) => {
  const list = useList(planList, planListSearch)
  const columns = useMemo(() => columnsOf(kind), [kind])
  const kinds = usePlanKinds()
  return (
    <>
      <PageHeader
        title={`Budget mappings - ${KINDS[kind].title}`}
        subtitle={`What the ${KINDS[kind].several} of each plan are in your company.`}
      />
      <LinkTabs
        label="Budget mappings"
        current={kind}
        tabs={kinds.map((each) => ({ id: each, label: KINDS[each].title, href: KINDS[each].settings }))}
      />
      <ListTable<Plan>
        list={list}
        name={`plan mappings ${kind}`}
        label="Plans"
        columns={columns}
        rowHref={({ id }) => KINDS[kind].setting(id)}
        empty={{ title: 'No plans yet', text: 'Plans that are imported under Financial analysis appear here.' }}
      />
    </>
  )
}

/** One plan's. */
export const PlanMappingPage = ({ planId, kind }: { planId: string; kind: PlanMappingKind }) => {
  const { data, error, refetch } = usePlan(planId)
  const { title, settings, several } = KINDS[kind]
  const crumbs = [{ label: `Budget mappings - ${title}`, href: settings }]
  const kinds = usePlanKinds(data)
  if (!data) return <PendingPage title={title} breadcrumbs={crumbs} error={error} onRetry={() => void refetch()} />
  return (
    <>
      <PageHeader
        title={`Budget mappings - ${title} - ${data.name}`}
        subtitle={
          <>
            What the {several} of{' '}
            <AppLink className="ol-link" href={planHref(planId)}>
              {data.name}
            </AppLink>{' '}
            are in your company.
          </>
        }
        breadcrumbs={crumbs}
      />
      <LinkTabs
        label="Budget mappings"
        current={kind}
        tabs={kinds.map((each) => ({ id: each, label: KINDS[each].title, href: KINDS[each].setting(planId) }))}
      />
      <LinkEditor key={kind} planId={planId} kind={kind} />
    </>
  )
}
