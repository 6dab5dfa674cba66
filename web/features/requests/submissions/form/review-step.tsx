import { Button, Checkbox } from '@mantine/core'
import type { Ref } from 'react'
import type { AnswerValue, Question } from '../../../../../schema/requests/forms/form.ts'
import { allowsNote } from '../../../../../schema/requests/forms/notes.ts'
import { visibleQuestions } from '../../../../../schema/requests/forms/visibility.ts'
import { listOf } from '../../../../../schema/shared/name-lists.ts'
import { RichText } from '../../../../ui/rich-text.tsx'
import { ApprovalsPreview, type Preview } from '../../../approvals/engine/index.ts'
import { AsyncOptionSelect } from '../../../platform/lookups/index.ts'
import { useCan, useCompany } from '../../../platform/session/index.ts'
import { idsByKind } from '../../forms/index.ts'
import { answerLines, NOT_ANSWERED } from '../answer-text.ts'
import { NoteText } from '../note-text.tsx'
import { questionsOf } from '../steps.ts'
import { useLabels, useOwnOptions } from '../use-labels.ts'
import classes from './form.module.css'
import { HowApprovedLink } from './how-approved-link.tsx'
import type { Filing } from './use-filing.ts'

const Answer = ({ value, labelOf }: { value: AnswerValue | undefined; labelOf: (id: string) => string }) => {
  const lines = [...new Set(answerLines(value, labelOf))]
  if (lines.length === 0) return <span className={classes.unanswered}>{NOT_ANSWERED}</span>
  return lines.map((line) => (
    <span key={line} className={classes.line}>
      <RichText text={line} />
    </span>
  ))
}

const isAsked = ({ type }: Question): boolean => type !== 'DISPLAY_ONLY'

interface ReviewStepProps {
  filing: Filing
  preview: { data: Preview | undefined; error: unknown; refetch: () => unknown; isPlaceholderData: boolean }
  problemRef: Ref<HTMLDivElement>
}

/** A summary of everything, and who will decide. */
export const ReviewStep = ({ filing, preview, problemRef }: ReviewStepProps) => {
  const { state, subject } = filing
  const { form } = subject
  const questions = visibleQuestions(form, state.answers)
  const names = useLabels(idsByKind(questions, state.answers))
  const own = useOwnOptions(questions)
  return (
    <>
      <section className={classes.reviewSection}>
        <h3 className={classes.reviewTitle}>Who will approve</h3>
        <ApprovalsPreview
          preview={preview.data}
          error={preview.error}
          onRetry={() => void preview.refetch()}
          updating={preview.isPlaceholderData}
          problemRef={problemRef}
        />
        <HowApprovedLink categoryId={subject.category.id} />
      </section>
      <Restarts filing={filing} restarts={preview.data?.restarts ?? null} />
      <KeepApprovals filing={filing} />
      <Watchers filing={filing} />
      {state.steps.map((step) => (
        <section key={step.id} className={classes.reviewSection}>
          <div className={classes.reviewHead}>
            <h3 className={classes.reviewTitle}>{step.label}</h3>
            <Button
              variant="subtle"
              size="compact-sm"
              onClick={() => state.goTo(step.id)}
              aria-label={`Edit ${step.label}`}
            >
              Edit
            </Button>
          </div>
          <dl className={classes.answers}>
            {questionsOf(form, state.answers, step)
              .filter(isAsked)
              .map((question) => {
                const labelOf = (id: string) =>
                  question.type === 'CUSTOM_SELECT'
                    ? (own.get(id) ?? id)
                    : question.type.endsWith('_SELECT') || question.type === 'DOCUMENTS'
                      ? (names.get(id) ?? '…')
                      : id
                const error = state.errors[question.id]
                return (
                  <div key={question.id}>
                    <dt>{question.label}</dt>
                    <dd>
                      <Answer value={state.answers[question.id]} labelOf={labelOf} />
                      {state.notes[question.id]?.trim() && allowsNote(question) && (
                        <NoteText note={state.notes[question.id] ?? ''} />
                      )}
                      {error && <span className={classes.answerError}>{error}</span>}
                    </dd>
                  </div>
                )
              })}
          </dl>
        </section>
      ))}
    </>
  )
}

/** Watchers besides those of the workflow. A request in progress has them on its page. */
const Watchers = ({ filing: { state, isDraft } }: { filing: Filing }) =>
  isDraft && (
    <section className={classes.reviewSection}>
      <AsyncOptionSelect
        kind="member"
        multiple
        label="Watchers"
        description="They can see the request and get updates."
        error={state.errors.watcherUserIds}
        value={state.watcherUserIds}
        onChange={state.changeWatchers}
      />
    </section>
  )

/** Which existing approvals the edit restarts. */
const Restarts = ({ filing: { kind }, restarts }: { filing: Filing; restarts: Preview['restarts'] }) => {
  if (kind !== 'pending' || !restarts) return null
  return (
    <section className={classes.reviewSection}>
      <h3 className={classes.reviewTitle}>What restarts</h3>
      {restarts.length === 0 ? (
        <p>No approvals restart.</p>
      ) : (
        <>
          <p>These have to be confirmed after you save. Their approvers get an email with what changed.</p>
          <ul>
            {restarts.map(({ id, label, people }) => (
              <li key={id}>
                {label}
                {people.length > 0 && ` (${listOf(people)})`}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

/** For people who may: an edit that restarts nothing. */
const KeepApprovals = ({ filing: { kind, keepsApprovals, setKeepsApprovals } }: { filing: Filing }) => {
  const can = useCan()
  const { enableEditWithApprovalBypass } = useCompany()
  if (kind !== 'pending' || !enableEditWithApprovalBypass || !can('approvals.bypass')) return null
  return (
    <section className={classes.reviewSection}>
      <Checkbox
        label="Keep all approvals"
        description="No approvals restart. The history shows that you kept them."
        checked={keepsApprovals}
        onChange={(event) => setKeepsApprovals(event.currentTarget.checked)}
      />
    </section>
  )
}
