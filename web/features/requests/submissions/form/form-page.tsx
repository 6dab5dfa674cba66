import { Skeleton } from '@mantine/core'
import { useMemo } from 'react'
import { allowedNotes } from '../../../../../schema/requests/forms/notes.ts'
import { allQuestions } from '../../../../../schema/requests/forms/visibility.ts'
import { to } from '../../../../lib/address.ts'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { EmptyState, Forbidden, NotFound } from '../../../../ui/states.tsx'
import { useSession } from '../../../platform/session/index.ts'
import { useAnswers, useForm, useSubmission } from '../api.ts'
import { toAnswers, toNotes } from '../steps.ts'
import { Failed } from './failed.tsx'
import classes from './form.module.css'
import { RequestForm } from './request-form.tsx'
import type { FormSubject } from './use-request-form.ts'

/** An approved request isn't edited. */
const KINDS = { PENDING: 'pending', APPROVED: 'pending', REJECTED: 'rejected', WITHDRAWN: 'withdrawn' } as const

const Bones = () => (
  <>
    <PageHeader title="Request" />
    <div className={classes.bones} aria-busy>
      {[40, 60, 36, 90, 38].map((height) => (
        <Skeleton key={height} height={height} />
      ))}
    </div>
  </>
)

const NoForm = ({ name }: { name: string }) => (
  <>
    <PageHeader title={name} breadcrumbs={[{ label: 'Requests', href: to('/intake-requests') }]} />
    <EmptyState title="This category has no form yet" text="Ask an admin to add its questions in Settings." />
  </>
)

export const NewRequest = ({ categoryId }: { categoryId: string }) => {
  const session = useSession()
  const { data, error, refetch } = useForm(categoryId)
  // The form is read once, because a page being filled in must not be replaced by a later answer.
  const loaded = data !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: as said above
  const subject = useMemo((): FormSubject | null => {
    if (!data) return null
    return {
      category: data.category,
      form: data,
      answers: {},
      notes: {},
      requestorUserId: session.userId,
      watcherUserIds: [],
      existing: null,
    }
  }, [loaded])
  if (error && !subject) return <Failed error={error} onRetry={() => void refetch()} />
  if (!subject) return <Bones />
  if (subject.form.steps.length === 0) return <NoForm name={subject.category.name} />
  return <RequestForm subject={subject} />
}

/** A new request that starts with the answers of another one that the current form still asks for. */
export const DuplicateRequest = ({ categoryId, submissionId }: EditRequestProps) => {
  const session = useSession()
  const form = useForm(categoryId)
  const submission = useSubmission(submissionId)
  const answers = useAnswers(submissionId)
  const loaded = form.isSuccess && answers.isSuccess && submission.isSuccess
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, as for a new request
  const subject = useMemo((): FormSubject | null => {
    if (!loaded || !form.data || !answers.data) return null
    const asked = new Set(allQuestions(form.data).map(({ id }) => id))
    const known = Object.entries(toAnswers(answers.data.answers)).filter(([id]) => asked.has(id))
    return {
      category: form.data.category,
      form: form.data,
      answers: Object.fromEntries(known),
      notes: allowedNotes(form.data, toNotes(answers.data.answers)),
      requestorUserId: session.userId,
      watcherUserIds: [],
      existing: null,
    }
  }, [loaded])
  const error = submission.error ?? answers.error ?? form.error
  if (!subject) {
    if (!error) return <Bones />
    return (
      <Failed
        error={error}
        onRetry={() => {
          void form.refetch()
          void submission.refetch()
          void answers.refetch()
        }}
      />
    )
  }
  if (submission.data && submission.data.intakeCategoryId !== categoryId) return <NotFound />
  if (subject.form.steps.length === 0) return <NoForm name={subject.category.name} />
  return <RequestForm subject={subject} copyOf={{ id: submissionId, title: submission.data?.title ?? '' }} />
}

interface EditRequestProps {
  categoryId: string
  submissionId: string
}

export const EditRequest = ({ categoryId, submissionId }: EditRequestProps) => {
  const submission = useSubmission(submissionId)
  const running = submission.data && !submission.data.isDraft ? submission.data.formVersion : undefined
  const form = useForm(categoryId, { formVersion: running, enabled: submission.isFetchedAfterMount })
  const answers = useAnswers(submissionId)
  // Never from the cache, because an older version would be saved over a newer one.
  const fresh = form.isFetchedAfterMount && submission.isFetchedAfterMount && answers.isFetchedAfterMount
  const loaded = fresh && form.isSuccess && submission.isSuccess && answers.isSuccess
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, as for a new request
  const subject = useMemo((): FormSubject | null => {
    if (!loaded || !form.data || !submission.data || !answers.data) return null
    const { id, isDraft, status, number, title, requestor, watcherUserIds, contactEmail, forVendor } = submission.data
    // The version of the edited answers. If the request has changed meanwhile, saving says so.
    const { version } = answers.data
    return {
      category: form.data.category,
      form: form.data,
      answers: toAnswers(answers.data.answers),
      notes: toNotes(answers.data.answers),
      requestorUserId: requestor.id,
      watcherUserIds,
      existing: {
        id,
        version,
        number,
        title,
        contactEmail,
        forVendor,
        kind: isDraft ? 'draft' : KINDS[status],
      },
    }
  }, [loaded])
  const error = submission.error ?? answers.error ?? form.error
  if (!subject) {
    if (!error) return <Bones />
    return (
      <Failed
        error={error}
        onRetry={() => {
          void form.refetch()
          void submission.refetch()
          void answers.refetch()
        }}
      />
    )
  }
  if (submission.data && submission.data.intakeCategoryId !== categoryId) return <NotFound />
  if (submission.data && !submission.data.canEdit) {
    return <Forbidden text="You can view this request but not change it." />
  }
  return <RequestForm subject={subject} />
}
