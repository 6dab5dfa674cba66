import { useDebouncedValue } from '@mantine/hooks'
import { IconCheck, IconMinus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { RuleSetInput, Simulation } from '../../../../schema/approvals/rule-sets/endpoints.ts'
import { useSession } from '../../platform/session/index.ts'
import { ApprovalsPreview } from '../engine/index.ts'
import { useSimulation } from './api.ts'
import classes from './rule-sets.module.css'
import { useRuleSubject } from './rule-subject.ts'
import { EMPTY_SAMPLE, requestOf, type Sample } from './sample.ts'
import { SampleForm } from './sample-form.tsx'

interface TrialProps {
  sample: Sample
  onSample: (change: (sample: Sample) => Sample) => void
  /** A rule set as it would be saved, in place of the saved one. */
  draft?: { id: string } & Partial<RuleSetInput>
  /** A draft that can't be saved can't be planned either. */
  hasProblems?: boolean
  /** Below the result. */
  action?: (simulation: Simulation) => ReactNode
  className?: string | undefined
}

const TYPING_MS = 400

/** Something made up, who would approve it, and which rule sets it falls under. */
export const Trial = ({ sample, onSample, draft, hasProblems = false, action, className }: TrialProps) => {
  const session = useSession()
  const { words } = useRuleSubject()
  const asked = { request: requestOf(sample, session.userId), ...(draft && { draft }) }
  const [body] = useDebouncedValue(asked, TYPING_MS)
  const simulation = useSimulation(body, !hasProblems)
  const result = simulation.data
  // What is wrong with an empty one isn’t the person’s doing.
  const isEmpty = JSON.stringify(requestOf(sample, '')) === JSON.stringify(requestOf(EMPTY_SAMPLE, ''))
  const isWaiting = isEmpty && !!result?.plan.problem
  return (
    <div className={className ?? classes.panel}>
      <SampleForm sample={sample} onChange={onSample} fields={result?.customFields ?? []} />
      <section className={classes.outcome} aria-label={words.resultOf} aria-live="polite">
        {hasProblems ? (
          <p className={classes.hint}>Fix the rules to see the result.</p>
        ) : (
          <>
            <ApprovalsPreview
              preview={result && !isWaiting ? { workflow: null, ...result.plan } : undefined}
              waitingForInput={isWaiting}
              error={simulation.error}
              onRetry={() => void simulation.refetch()}
              updating={simulation.isPlaceholderData}
              noun={words.noun}
              problemTitle={words.problemTitle}
            />
            {result && result.considered.length > 0 && (
              <ul className={classes.considered} aria-label="Rule sets">
                {result.considered.map(({ id, name, holds, reason }) => (
                  <li key={id}>
                    {holds ? (
                      <IconCheck size={16} aria-label="Applies" />
                    ) : (
                      <IconMinus size={16} aria-label="Doesn’t apply" />
                    )}
                    <span>
                      {name}
                      <small>{reason === 'Always' ? words.coversEvery : reason}</small>
                    </span>
                  </li>
                ))}
              </ul>
            )}
            {result && action?.(result)}
          </>
        )}
      </section>
    </div>
  )
}
