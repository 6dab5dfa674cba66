import { Button, Switch } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconArrowRight, IconRoute } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { FACTS } from '../../../../../schema/approvals/engine/facts.ts'
import type { WorkflowDefinition } from '../../../../../schema/approvals/workflows/definition.ts'
import type { Answers, AnswerValue, FormDefinition } from '../../../../../schema/requests/forms/form.ts'
import { visibleQuestionIds } from '../../../../../schema/requests/forms/visibility.ts'
import { withFacts } from '../../../../../schema/requests/workflows/asked-facts.ts'
import { useMarkTried } from '../../../platform/first-steps/index.ts'
import { AsyncOptionSelect } from '../../../platform/lookups/index.ts'
import { useSession } from '../../../platform/session/index.ts'
import { ApprovalsPreview } from '../../engine/index.ts'
import type { SampleForm } from './sample-form.ts'
import classes from './trial.module.css'
import { useSimulation } from './trial-api.ts'
import { decisiveQuestions, triableQuestions } from './trial-questions.ts'
import { type TriedPath, triedPath } from './tried-path.ts'

/** The tried request. Kept by the builder, so that it survives a look at the rules or the picture. */
export interface Trial {
  /** Null for the current person. */
  requestorUserId: string | null
  answers: Answers
}
export const NO_TRIAL: Trial = { requestorUserId: null, answers: {} }

interface SimulatorProps {
  sample: SampleForm
  workflowId: string
  form: FormDefinition
  definition: WorkflowDefinition
  /** A draft that can't be saved can't be planned either. */
  hasProblems: boolean
  trial: Trial
  onTrial: (change: (trial: Trial) => Trial) => void
  onShowPath: (path: TriedPath) => void
}

const TYPING_MS = 400

/** A trial of the draft with sample answers. */
export const Simulator = (props: SimulatorProps) => {
  const { workflowId, form, definition, hasProblems, trial, onTrial, onShowPath } = props
  const { answers } = trial
  const { Field, entriesOf } = props.sample
  const session = useSession()
  const requestorUserId = trial.requestorUserId ?? session.userId
  const [showsAll, setShowsAll] = useState(false)
  const decisive = decisiveQuestions(form, definition)
  const all = triableQuestions(form)
  const visible = visibleQuestionIds(withFacts(form), answers)
  const shown = (showsAll ? all : decisive).filter((question) => visible.has(question.id))
  const change = useCallback(
    (questionId: string, value: AnswerValue) =>
      onTrial((before) => ({ ...before, answers: { ...before.answers, [questionId]: value } })),
    [onTrial],
  )
  const newVendor = answers[FACTS.isNewVendor]
  const isNewVendor = typeof newVendor === 'boolean' ? newVendor : null
  const [body] = useDebouncedValue(
    { definition, answers: entriesOf(form, answers), requestorUserId, isNewVendor },
    TYPING_MS,
  )
  const simulation = useSimulation(workflowId, body, !hasProblems)
  const result = simulation.data
  const isTaken = result?.taken?.id === workflowId
  // What is wrong without answers isn’t the person’s doing.
  const isWaiting = trial.requestorUserId === null && Object.keys(answers).length === 0 && !!result?.plan.problem
  useMarkTried(result !== undefined)
  return (
    <div className={classes.panel}>
      <div className={classes.form}>
        <AsyncOptionSelect
          kind="member"
          label="Requester"
          known={[{ value: session.userId, label: `${session.firstName} ${session.lastName}` }]}
          value={requestorUserId}
          onChange={(next) => onTrial((before) => ({ ...before, requestorUserId: next }))}
        />
        {shown.map((question) => (
          <Field key={question.id} question={question} value={answers[question.id] ?? null} onChange={change} />
        ))}
        {shown.length === 0 && <p className={classes.hint}>No answer changes this workflow’s path.</p>}
        {all.length > decisive.length && (
          <Switch
            size="sm"
            label="Show questions that don’t change the path"
            checked={showsAll}
            onChange={(event) => setShowsAll(event.currentTarget.checked)}
          />
        )}
      </div>
      <section className={classes.outcome} aria-label="Result of these answers" aria-live="polite">
        {hasProblems ? (
          <p className={classes.hint}>Fix the rules to see the result.</p>
        ) : (
          <>
            {result && !isTaken && (
              <p className={classes.elsewhere}>
                <IconArrowRight size={16} aria-hidden />
                <span>
                  {result.taken
                    ? `A request with these answers uses “${result.taken.label}”. In this workflow it would be:`
                    : 'A request with these answers doesn’t match a workflow and needs no approval. In this workflow it would be:'}
                  {result.considered
                    .filter((each) => each.id === workflowId)
                    .map((each) => (
                      <small key={each.id}>Applies when: {each.reason}</small>
                    ))}
                </span>
              </p>
            )}
            <ApprovalsPreview
              preview={result && !isWaiting ? { workflow: result.taken, ...result.plan } : undefined}
              waitingForInput={isWaiting}
              error={simulation.error}
              onRetry={() => void simulation.refetch()}
              updating={simulation.isPlaceholderData}
              problemTitle="This requester can’t submit these answers"
            />
            {result && (
              <Button
                size="xs"
                variant="default"
                leftSection={<IconRoute size={16} aria-hidden />}
                onClick={() => onShowPath(triedPath(result))}
              >
                Show the path in the diagram
              </Button>
            )}
          </>
        )}
      </section>
    </div>
  )
}
