import { type Plan, updatePlan } from '../../../../schema/planning/plans/endpoints.ts'
import { useGo } from '../../../lib/address.ts'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { FormFrame } from '../../../ui/form-frame.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { PendingPage } from '../../../ui/pending-page.tsx'
import { NotFound } from '../../../ui/states.tsx'
import { PLANS, planHref } from './address.ts'
import { planKeys, readPlan, usePlan } from './api.ts'
import classes from './plans.module.css'

/** The name and the description of a plan. */
export const EditPlanPage = ({ planId }: { planId: string }) => {
  const { data, error, refetch } = usePlan(planId)
  if (data) return <Loaded plan={data} />
  return <PendingPage title="Edit plan" breadcrumbs={[PLANS]} error={error} onRetry={() => void refetch()} />
}

const Loaded = ({ plan }: { plan: Plan }) => {
  const go = useGo()
  const { form, send, isPending, theirs } = useEndpointForm(updatePlan, {
    params: { planId: plan.id },
    initial: { name: plan.name, description: plan.description },
    edited: { version: plan.version, read: () => readPlan(plan.id) },
    success: 'Plan saved',
    invalidates: [planKeys.all],
    onSuccess: () => go.to(planHref(plan.id), { unasked: true }),
  })
  if (theirs === 'gone') return <NotFound />
  return (
    <>
      <PageHeader title={`Edit ${plan.name}`} breadcrumbs={[PLANS, { label: plan.name, href: planHref(plan.id) }]} />
      {theirs && (
        <p className={classes.note} role="alert">
          Someone else has saved this plan as “{theirs.name}: {theirs.description}”. Saving again replaces that.
        </p>
      )}
      <FormFrame form={form} send={send} isPending={isPending} cancel={planHref(plan.id)} submit="Save">
        <TextField label="Name" required maxLength={120} {...form.getInputProps('name')} />
        <TextArea label="Description" required maxLength={2000} {...form.getInputProps('description')} />
      </FormFrame>
    </>
  )
}
