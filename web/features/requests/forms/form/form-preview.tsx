import { Button } from '@mantine/core'
import { type Dispatch, type SetStateAction, useCallback, useState } from 'react'
import type { Answers, AnswerValue, FormDefinition } from '../../../../../schema/requests/forms/form.ts'
import { validateAnswers } from '../../../../../schema/requests/forms/validation.ts'
import { filingSteps, visibleQuestionIds } from '../../../../../schema/requests/forms/visibility.ts'
import { EmptyState } from '../../../../ui/states.tsx'
import { questionElementId } from '../fields/question-field.tsx'
import { useFormKind } from './form-kind.ts'
import classes from './preview.module.css'
import { PreviewField } from './preview-field.tsx'

const focusField = (questionId: string): void =>
  document.getElementById(questionElementId(questionId))?.querySelector<HTMLElement>('input, textarea, button')?.focus()

interface FormPreviewProps {
  form: FormDefinition
  /** The step being edited, which the preview shows. */
  stepId: string | null
  /** Kept by the page, so that they survive a switch to the editor on a narrow screen. */
  answers: Answers
  onAnswers: Dispatch<SetStateAction<Answers>>
}

/** The form as requesters fill it in. Answers stay in the preview. */
export const FormPreview = ({ form, stepId, answers, onAnswers }: FormPreviewProps) => {
  const { noun, part, filers } = useFormKind()
  const [chosen, setChosen] = useState<string | null>(stepId)
  const [followed, setFollowed] = useState(stepId)
  const [checked, setChecked] = useState<string | null>(null)
  const answer = useCallback(
    (questionId: string, value: AnswerValue) => onAnswers((known) => ({ ...known, [questionId]: value })),
    [onAnswers],
  )
  if (stepId !== followed) {
    setFollowed(stepId)
    if (stepId) setChosen(stepId)
  }
  const steps = filingSteps(form)
  const index = Math.max(
    0,
    steps.findIndex((step) => step.id === chosen),
  )
  const step = steps[index]
  if (!step) {
    return (
      <section className={classes.preview} aria-label="Preview of the form">
        <EmptyState compact title="Preview" text={`The form appears here as ${filers} will see it.`} />
      </section>
    )
  }
  const visible = visibleQuestionIds(form, answers)
  const shown = step.questions.filter((question) => visible.has(question.id))
  const hidden = step.questions.length - shown.length
  const messages = checked === step.id ? validateAnswers(form, answers, { stepIds: [step.id] }) : {}
  const next = steps[index + 1]
  const previous = steps[index - 1]

  const goOn = (): void => {
    setChecked(step.id)
    const wrong = Object.keys(validateAnswers(form, answers, { stepIds: [step.id] }))
    if (wrong.length === 0 && next) setChosen(next.id)
    else if (wrong[0]) focusField(wrong[0])
  }
  return (
    <section className={classes.preview} aria-label="Preview of the form" data-own-undo>
      <header className={classes.top}>
        <h2>Preview</h2>
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          onClick={() => {
            onAnswers({})
            setChecked(null)
          }}
        >
          Clear answers
        </Button>
      </header>
      <ol className={classes.steps}>
        {steps.map((candidate, i) => (
          <li key={candidate.id}>
            <button
              type="button"
              aria-current={candidate.id === step.id ? 'step' : undefined}
              onClick={() => setChosen(candidate.id)}
            >
              <span aria-hidden>{i + 1}</span>
              {candidate.label || 'Untitled step'}
            </button>
          </li>
        ))}
      </ol>
      <div className={classes.fields}>
        {shown.length === 0 && (
          <p className={classes.note}>
            {step.questions.length ? 'No questions here for these answers.' : `No ${noun}s in this ${part} yet.`}
          </p>
        )}
        {shown.map((question) => (
          <PreviewField
            key={`${question.id}-${question.isMulti}`}
            question={question}
            value={answers[question.id] ?? null}
            error={messages[question.id]}
            onChange={answer}
          />
        ))}
      </div>
      {hidden > 0 && (
        <p className={classes.note} role="status">
          {hidden === 1 ? `1 more ${noun} appears when its` : `${hidden} more ${noun}s appear when their`} conditions
          match.
        </p>
      )}
      <footer className={classes.foot}>
        <Button variant="default" size="sm" disabled={!previous} onClick={() => previous && setChosen(previous.id)}>
          Back
        </Button>
        <Button size="sm" variant="light" onClick={goOn}>
          {next ? 'Next' : 'Check answers'}
        </Button>
      </footer>
    </section>
  )
}
