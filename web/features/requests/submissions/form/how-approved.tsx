import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ApprovalMode } from '../../../../../schema/platform/company/approval-modes.ts'
import { explainIntakeApprovals } from '../../../../../schema/requests/endpoints.ts'
import type { FormDefinition } from '../../../../../schema/requests/forms/form.ts'
import { withFacts } from '../../../../../schema/requests/workflows/asked-facts.ts'
import { to } from '../../../../lib/address.ts'
import { call, type ResponseOf } from '../../../../lib/rest.ts'
import { AppLink } from '../../../../ui/app-link.tsx'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { EmptyState } from '../../../../ui/states.tsx'
import { WorkflowPicture } from '../../../approvals/workflows/index.ts'
import { conditionsText, wordsOf } from '../../../platform/conditions/index.ts'
import { useCompany } from '../../../platform/session/index.ts'
import { useForm } from '../api.ts'
import { Failed } from './failed.tsx'
import classes from './how-approved.module.css'

type Explained = ResponseOf<typeof explainIntakeApprovals>

const ORDER: Record<ApprovalMode, string> = {
  EACH_LEVEL_GROUP: 'Levels open one after another, from the top.',
  ALL_AT_ONCE: 'All approvers are asked as soon as a request is submitted.',
}

const NO_PROBLEMS: ReadonlySet<string> = new Set()

interface WorkflowsProps extends Explained {
  form: FormDefinition
}

const Workflows = ({ workflows, names: named, usualTimes, approvalMode, form }: WorkflowsProps) => {
  const { currency } = useCompany()
  const names = new Map(named.map(({ id, name }) => [id, name]))
  const words = wordsOf(withFacts(form), names, currency)
  const usual = new Map(usualTimes.map(({ ruleId, ms }) => [ruleId, ms]))
  const isOne = workflows.length === 1
  return (
    <>
      <p className={classes.order}>
        {ORDER[approvalMode]} {!isOne && 'The first workflow below that applies to a request is used.'}
      </p>
      {workflows.map(({ id, label, definition }) => {
        const entry = conditionsText(definition.entryPoints, words)
        return (
          <section key={id} className={classes.workflow} aria-labelledby={`workflow-${id}`}>
            <h2 id={`workflow-${id}`}>{label}</h2>
            <p>{entry ? `Applies when ${entry}.` : isOne ? 'Applies to all requests.' : 'Applies to all others.'}</p>
            {definition.levels.length === 0 ? (
              <p>Requests are approved as soon as they’re submitted.</p>
            ) : (
              <WorkflowPicture
                definition={definition}
                texts={{ entry, when: (rule) => conditionsText(rule, words) }}
                names={names}
                selectedId={null}
                problemIds={NO_PROBLEMS}
                path={null}
                usualTimes={usual}
              />
            )}
          </section>
        )
      })}
    </>
  )
}

/** Who approves requests of a category, when, and how long that usually takes, before one is filed. */
export const HowApproved = ({ categoryId }: { categoryId: string }) => {
  const form = useForm(categoryId)
  const explained = useQuery({
    queryKey: ['requests', 'how-approved', categoryId],
    queryFn: ({ signal }) => call(explainIntakeApprovals, { params: { intakeCategoryId: categoryId }, signal }),
  })
  const error = form.error ?? explained.error
  if (error && !(form.data && explained.data)) {
    const retry = (): void => {
      void form.refetch()
      void explained.refetch()
    }
    return <Failed error={error} onRetry={retry} />
  }
  return (
    <>
      <PageHeader
        title="How this is approved"
        {...(form.data && {
          subtitle: form.data.category.name,
          tabTitle: `How ${form.data.category.name} is approved`,
        })}
        breadcrumbs={[
          { label: 'Requests', href: to('/intake-requests') },
          { label: 'New request', href: to('/intake-requests/new') },
        ]}
        action={
          form.data && form.data.steps.length > 0 ? (
            <Button component={AppLink} href={to('/intake-requests/$categoryId/new', { categoryId })}>
              New request
            </Button>
          ) : undefined
        }
      />
      {!form.data || !explained.data ? (
        <div aria-busy>
          <Skeleton height={16} width="20rem" mb={16} />
          <Skeleton height={320} radius="md" />
        </div>
      ) : explained.data.workflows.length === 0 ? (
        <EmptyState title="No approval needed" text="Requests in this category are approved when they’re submitted." />
      ) : (
        <Workflows {...explained.data} form={form.data} />
      )}
    </>
  )
}
