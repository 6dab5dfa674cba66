import { Skeleton } from '@mantine/core'
import type { AnswerView } from '../../../../schema/intake/endpoints.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { byStep, linesOf, NOT_ANSWERED } from '../answer-text.ts'
import { useAnswers } from '../api.ts'
import { RichText } from '../rich-text.tsx'
import classes from './details.module.css'

const Value = ({ answer, documentsHref }: { answer: AnswerView; documentsHref: string }) => {
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

/** The answers of a request, by step. */
export const Answers = ({ id }: { id: string }) => {
  const { data, error, refetch } = useAnswers(id)
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
        <section key={step.id} className={classes.card} aria-label={step.label}>
          <h2 className={classes.cardTitle}>{step.label}</h2>
          <dl className={classes.answers}>
            {step.answers.map((answer) => (
              <div key={answer.questionId}>
                <dt title={answer.description || undefined}>{answer.label}</dt>
                <dd>
                  <Value answer={answer} documentsHref={`/intake-request/${id}/documents`} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  )
}
