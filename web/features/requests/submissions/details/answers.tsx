import { ActionIcon, Skeleton } from '@mantine/core'
import { IconMessage2 } from '@tabler/icons-react'
import type { AnswerView, IntakeSubmission } from '../../../../../schema/requests/endpoints.ts'
import type { Address } from '../../../../lib/address.ts'
import { AppLink } from '../../../../ui/app-link.tsx'
import { RichText } from '../../../../ui/rich-text.tsx'
import { late } from '../../../../ui/settling/late.tsx'
import { EmptyState, ErrorState } from '../../../../ui/states.tsx'
import { useThreads } from '../../../documents/threads/index.ts'
import { requestHref } from '../address.ts'
import { byStep, linesOf, NOT_ANSWERED } from '../answer-text.ts'
import { useAnswers } from '../api.ts'
import { NoteText } from '../note-text.tsx'
import { useSubjectApi } from '../subject-api.ts'
import { useAdditionalSteps } from './actions-api.ts'
import classes from './details.module.css'
import { useAnswerDialog } from './use-dialog.ts'

const CommentsDialog = late(() => import('./comments-dialog.tsx').then((module) => module.CommentsDialog))

const Value = ({ answer, documentsHref }: { answer: AnswerView; documentsHref: Address }) => {
  const lines = [...new Set(linesOf(answer))]
  if (lines.length === 0) return <span className={classes.dim}>{NOT_ANSWERED}</span>
  return lines.map((line) => (
    <span key={line} className={classes.line}>
      {answer.type === 'DOCUMENTS' ? (
        <AppLink href={documentsHref} className={classes.link}>
          {line}
        </AppLink>
      ) : answer.type === 'EMAIL' ? (
        <a href={`mailto:${line}`} className={classes.link}>
          {line}
        </a>
      ) : (
        <RichText text={line} />
      )}
    </span>
  ))
}

interface StepProps {
  submission: IntakeSubmission
  label: string
  answers: AnswerView[]
}

/** The answers of one step, each with its comments. */
const Step = ({ submission, label, answers }: StepProps) => {
  const { id } = submission
  const { discussionOf } = useSubjectApi()
  const { data } = useThreads(discussionOf(id, null))
  const dialog = useAnswerDialog()
  const commented = answers.find(({ questionId }) => questionId === dialog.questionId)
  const open = (data ?? []).filter(({ part, resolvedAt }) => part?.type === 'ANSWER' && resolvedAt === null)
  return (
    <section className={classes.card} aria-label={label}>
      <h2 className={classes.cardTitle}>{label}</h2>
      <dl className={classes.answers}>
        {answers.map((answer) => {
          const comments = open.filter(({ part }) => part?.id === answer.questionId).length
          return (
            <div key={answer.questionId}>
              <dt title={answer.description || undefined}>{answer.label}</dt>
              <dd className={classes.answer}>
                <span>
                  <Value answer={answer} documentsHref={requestHref(submission, 'documents')} />
                  {answer.note && <NoteText note={answer.note} />}
                </span>
                <ActionIcon
                  variant="subtle"
                  color={comments > 0 ? 'accent' : 'gray'}
                  size="sm"
                  w="auto"
                  px={4}
                  className={classes.answerComments ?? ''}
                  data-some={comments > 0 || undefined}
                  aria-label={
                    comments > 0
                      ? `${comments} open ${comments === 1 ? 'discussion' : 'discussions'} on ${answer.label}`
                      : `Comment on ${answer.label}`
                  }
                  onClick={() => dialog.open(answer.questionId)}
                >
                  <IconMessage2 size={16} aria-hidden />
                  {comments > 0 && <span className={classes.count}>{comments}</span>}
                </ActionIcon>
              </dd>
            </div>
          )
        })}
      </dl>
      {commented && (
        <CommentsDialog
          submissionId={id}
          part={{ type: 'ANSWER', id: commented.questionId }}
          label={commented.label}
          onClose={dialog.close}
        />
      )}
    </section>
  )
}

/** The answers of a request, by step. */
export const Answers = ({ submission }: { submission: IntakeSubmission }) => {
  const { data, error, refetch } = useAnswers(submission.id)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} compact />
  if (!data) {
    return (
      <div className={classes.card} aria-busy>
        <div className={classes.bones}>
          {[55, 80, 40, 70, 60, 45].map((width) => (
            <Skeleton key={width} height={12} width={`${width}%`} />
          ))}
        </div>
      </div>
    )
  }
  const steps = byStep(data.answers)
  if (steps.length === 0) return <EmptyState compact title="No answers" text="This request has no questions." />
  return (
    <div className={classes.stack}>
      {steps.map((step) => (
        <Step key={step.id} submission={submission} label={step.label} answers={step.answers} />
      ))}
    </div>
  )
}

/** What tasks of the request asked for later. */
export const AdditionalAnswers = ({ submission }: { submission: IntakeSubmission }) => {
  const { data } = useAdditionalSteps(submission.id)
  const answered = (data ?? []).filter(({ answers }) => answers.some(({ value }) => value !== null))
  return answered.map(({ step, answers }) => (
    <Step key={step.id} submission={submission} label={step.label} answers={answers} />
  ))
}
