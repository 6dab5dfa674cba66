import type { Plan } from '../../../../schema/planning/plans/endpoints.ts'
import type { PlanMappingKind } from '../../../../schema/planning/plans/values.ts'
import { useGo } from '../../../lib/address.ts'
import { LinkTabs } from '../../../ui/link-tabs.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { PendingPage } from '../../../ui/pending-page.tsx'
import { KINDS, PLANS, planHref } from './address.ts'
import { usePlan } from './api.ts'
import { LinkEditor } from './link-editor.tsx'
import { usePlanKinds } from './use-kinds.ts'

/** A step after an import: what the plan's departments, vendors and so on are in the company. */
export const LinkStepPage = ({ planId, kind }: { planId: string; kind: PlanMappingKind }) => {
  const { data, error, refetch } = usePlan(planId)
  if (data) return <Loaded plan={data} kind={kind} />
  return <PendingPage title="Import plan" breadcrumbs={[PLANS]} error={error} onRetry={() => void refetch()} />
}

const Loaded = ({ plan, kind }: { plan: Plan; kind: PlanMappingKind }) => {
  const go = useGo()
  const kinds = usePlanKinds(plan)
  const next = kinds[kinds.indexOf(kind) + 1]
  return (
    <>
      <PageHeader
        title={`Import plan - Map ${KINDS[kind].several}`}
        subtitle={`What the ${KINDS[kind].several} of ${plan.name} are in your company. Actual amounts are compared by these links.`}
        breadcrumbs={[PLANS, { label: plan.name, href: planHref(plan.id) }]}
      />
      <LinkTabs
        label="Steps"
        current={kind}
        tabs={kinds.map((each) => ({ id: each, label: KINDS[each].title, href: KINDS[each].step(plan.id) }))}
      />
      <LinkEditor
        key={kind}
        planId={plan.id}
        kind={kind}
        onDone={() => go.to(next ? KINDS[next].step(plan.id) : planHref(plan.id), { unasked: true })}
      />
    </>
  )
}
