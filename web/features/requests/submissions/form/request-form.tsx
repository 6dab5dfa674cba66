import { Alert, Button, Menu } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconInfoCircle, IconTrash } from '@tabler/icons-react'
import { type FormEvent, useMemo, useRef } from 'react'
import { noteField } from '../../../../../schema/requests/forms/notes.ts'
import { fullName } from '../../../../../schema/shared/values.ts'
import { to } from '../../../../lib/address.ts'
import { isApiError } from '../../../../lib/errors.ts'
import { DraftNotice } from '../../../../ui/drafts/draft-notice.tsx'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { requestState, StatusBadge } from '../../../../ui/status-badge.tsx'
import { ApprovalsPreview } from '../../../approvals/engine/index.ts'
import { AsyncOptionSelect } from '../../../platform/lookups/index.ts'
import { useCan, useCompany, useSession } from '../../../platform/session/index.ts'
import { QuestionField } from '../../forms/index.ts'
import { listOfRequest, OWN_REQUEST, requestHref } from '../address.ts'
import { usePreview } from '../api.ts'
import { draftEntries, hasInput, questionsOf, REVIEW, strayErrors } from '../steps.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import classes from './form.module.css'
import { HowApprovedLink } from './how-approved-link.tsx'
import { ReviewStep } from './review-step.tsx'
import { SaveState } from './save-state.tsx'
import { StepList } from './step-list.tsx'
import { type Filing, useFiling } from './use-filing.ts'
import type { FormSubject } from './use-request-form.ts'

const PREVIEW_DEBOUNCE_MS = 700

const SUBMIT: Record<Filing['kind'], string> = {
  new: 'Submit request',
  draft: 'Submit request',
  pending: 'Save request',
  rejected: 'Save and resubmit',
  withdrawn: 'Save and resubmit',
}

const NOTES: Partial<Record<Filing['kind'], string>> = {
  pending:
    'This request is being approved. Changes restart the approvals it already has. Lower amounts, added documents and corrections don’t.',
  rejected: 'This request was rejected. Saving resubmits it and restarts its approvals.',
  withdrawn: 'This request was withdrawn. Saving resubmits it and starts its approvals.',
}

const STATUSES: Record<Filing['kind'], 'PENDING' | 'REJECTED' | 'WITHDRAWN'> = {
  new: 'PENDING',
  draft: 'PENDING',
  pending: 'PENDING',
  rejected: 'REJECTED',
  withdrawn: 'WITHDRAWN',
}

interface RequestFormProps {
  subject: FormSubject
  /** The request that it starts with the answers of. */
  copyOf?: { id: string; title: string }
}

/** Files a request, continues a draft, or edits what was submitted. */
export const RequestForm = ({ subject, copyOf }: RequestFormProps) => {
  const filing = useFiling(subject, copyOf ? `copy.${copyOf.id}` : `new.${subject.category.id}`)
  const { state, draft, kind, isDraft } = filing
  const { category, form, existing } = subject
  const preview = useLivePreview(filing)
  const problemRef = useRef<HTMLDivElement>(null)
  const review = state.current === REVIEW
  const stray = strayErrors(form, state.answers, state.errors)

  const forward = (event: FormEvent): void => {
    event.preventDefault()
    if (!review) {
      state.next()
      return
    }
    if (preview.data?.problem) {
      problemRef.current?.scrollIntoView({ block: 'center' })
      problemRef.current?.focus()
      return
    }
    void filing.submit()
  }
  return (
    <>
      <PageHeader
        title={existing && !isDraft ? existing.title : category.name}
        tabTitle={existing && !isDraft ? `Edit ${existing.title}` : `New request – ${category.name}`}
        breadcrumbs={
          existing && !isDraft
            ? [listOfRequest(existing), { label: `#${existing.number}`, href: requestHref(existing) }]
            : [
                { label: 'Requests', href: to('/intake-requests') },
                { label: 'New request', href: to('/intake-requests/new') },
              ]
        }
        state={
          <>
            <StatusBadge
              {...(isDraft
                ? requestState({ status: 'PENDING', isDraft: true })
                : requestState({ status: STATUSES[kind] ?? 'PENDING' }))}
            />
            {isDraft && (
              <SaveState
                state={draft.state}
                leftOut={state.draft.leftOut}
                onRetry={() => void draft.flush()}
                onResolve={filing.showProblem}
              />
            )}
          </>
        }
        {...(isDraft && category.description ? { subtitle: category.description } : {})}
        menu={
          isDraft &&
          draft.targetId && (
            <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => void filing.deleteDraft()}>
              Delete draft
            </Menu.Item>
          )
        }
      />
      <DraftNotice draft={filing.typed} />
      {copyOf && (
        <Alert className={classes.note ?? ''} variant="light" color="gray" icon={<IconInfoCircle size={16} />}>
          This is a new request with the answers from “{copyOf.title}”. Review them before you submit.
        </Alert>
      )}
      {NOTES[kind] && (
        <Alert className={classes.note ?? ''} variant="light" color="gray" icon={<IconInfoCircle size={16} />}>
          {NOTES[kind]}
        </Alert>
      )}
      <div className={classes.layout}>
        <StepList steps={state.views} onStep={state.goTo} />
        <form noValidate onSubmit={forward} className={classes.form}>
          <h2 id="request-step" tabIndex={-1} className={classes.stepTitle}>
            {state.step?.label ?? 'Review'}
          </h2>
          {stray.length > 0 && (
            <Alert color="red" variant="light" mb="md" title="The request wasn’t accepted">
              {stray.join(' ')}
            </Alert>
          )}
          {review && isApiError(filing.submitError, 'RULE_BROKEN') && (
            <Alert color="red" variant="light" mb="md" title="This request can’t be submitted yet">
              {filing.submitError.message}
            </Alert>
          )}
          {review ? (
            <ReviewStep filing={filing} preview={preview} problemRef={problemRef} />
          ) : (
            <Questions filing={filing} />
          )}
          <div className={classes.footer}>
            {state.back && (
              <Button variant="default" onClick={state.back} disabled={filing.isSubmitting}>
                Back
              </Button>
            )}
            <Button type="submit" loading={filing.isSubmitting}>
              {review ? SUBMIT[kind] : 'Next'}
            </Button>
          </div>
        </form>
        {!review && (
          <aside className={classes.aside} aria-label="Who will approve">
            <h2 className={classes.asideTitle}>Who will approve</h2>
            <ApprovalsPreview
              preview={preview.data}
              error={preview.error}
              onRetry={() => void preview.refetch()}
              updating={preview.isPlaceholderData}
              waitingForInput={!preview.enabled}
            />
            <HowApprovedLink categoryId={category.id} />
          </aside>
        )}
      </div>
      <ConflictDialog
        conflict={filing.conflict}
        requestHref={requestHref({ ...OWN_REQUEST, ...existing, id: draft.targetId ?? '' })}
        busy={filing.busy}
        onClose={filing.closeConflict}
        onReload={() => void filing.settle('reload')}
        onKeepMine={() => void filing.settle('mine')}
      />
    </>
  )
}

const useLivePreview = ({ subject, state, kind, keepsApprovals }: Filing) => {
  const { category, form, existing } = subject
  const edited = kind === 'pending' ? existing?.id : undefined
  const session = useSession()
  const input = useMemo(
    () => ({
      intakeCategoryId: category.id,
      ...(state.requestorUserId === session.userId ? {} : { requestorUserId: state.requestorUserId }),
      answers: draftEntries(form, state.answers, state.notes).entries,
      ...(edited ? { submissionId: edited, skipApprovals: keepsApprovals } : {}),
    }),
    [category.id, form, state.answers, state.notes, state.requestorUserId, session.userId, edited, keepsApprovals],
  )
  const [debounced] = useDebouncedValue(input, PREVIEW_DEBOUNCE_MS)
  const enabled = hasInput(state.answers) || state.current === REVIEW
  const { data, error, refetch, isPlaceholderData } = usePreview(debounced, enabled)
  return { data, error, refetch, isPlaceholderData: isPlaceholderData || debounced !== input, enabled }
}

const Questions = ({ filing }: { filing: Filing }) => {
  const { state, subject } = filing
  const company = useCompany()
  if (!state.step) return null
  const isFirst = state.step.id === state.steps[0]?.id
  return (
    <div className={classes.questions}>
      {isFirst && filing.isDraft && <RequestFor filing={filing} />}
      {questionsOf(subject.form, state.answers, state.step).map((question) => (
        <QuestionField
          temporaryUploads
          proposesVendors
          key={question.id}
          question={question}
          value={state.answers[question.id] ?? null}
          error={state.errors[question.id]}
          onChange={state.change}
          note={state.notes[question.id] ?? ''}
          noteError={state.errors[noteField(question.id)]}
          onNote={state.changeNote}
          currency={company.currency}
          enableCurrencies={company.enableCurrencies}
        />
      ))}
    </div>
  )
}

/** Who the request is for, if the person can file for others. */
const RequestFor = ({ filing }: { filing: Filing }) => {
  const can = useCan()
  const session = useSession()
  if (!can('requests.submit-for-others')) return null
  return (
    <AsyncOptionSelect
      kind="member"
      label="Request for"
      required
      known={[{ value: session.userId, label: fullName(session) }]}
      value={filing.state.requestorUserId}
      onChange={filing.state.changeRequestor}
    />
  )
}
