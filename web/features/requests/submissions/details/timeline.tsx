import { Skeleton } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import type { ApprovalsView } from '../../../../../schema/approvals/engine/endpoints.ts'
import { isDecided } from '../../../../../schema/approvals/engine/model.ts'
import { ErrorState } from '../../../../ui/states.tsx'
import { SkippedRules } from '../../../approvals/engine/index.ts'
import { otherSystem } from '../status-sentence.ts'
import type { Act } from './act.ts'
import { BlockCard } from './block-card.tsx'
import classes from './timeline.module.css'

type Level = ApprovalsView['levels'][number]

const stateOf = ({ blocks }: Level): 'done' | 'rejected' | 'now' | 'later' => {
  if (blocks.some((block) => block.status === 'REJECTED')) return 'rejected'
  if (blocks.every(isDecided)) return 'done'
  return blocks.some((block) => block.isAwaited) ? 'now' : 'later'
}

const WORDS = { done: 'done', rejected: 'rejected', now: 'in progress', later: 'not yet' } as const

interface TimelineProps {
  submissionId: string
  approvals: ApprovalsView | undefined
  error: unknown
  onRetry: () => void
  act: Act
  withDecisions: boolean
}

/** Levels from top to bottom, the blocks of a level side by side. */
export const Timeline = ({ submissionId, approvals, error, onRetry, act, withDecisions }: TimelineProps) => {
  if (error && !approvals) return <ErrorState error={error} onRetry={onRetry} compact />
  if (!approvals) {
    return (
      <div className={classes.bones} aria-busy>
        <Skeleton height={96} radius="lg" />
        <Skeleton height={96} radius="lg" />
      </div>
    )
  }
  return (
    <>
      {approvals.levels.length === 0 ? (
        <p className={classes.none}>
          {approvals.decidedIn ? `Decided in ${otherSystem(approvals.decidedIn)}.` : 'No approval needed.'}
        </p>
      ) : (
        <ol className={classes.levels}>
          {approvals.levels.map((level, i) => {
            const state = stateOf(level)
            return (
              <li key={level.number} className={classes.level} data-state={state}>
                <span className={classes.dot}>
                  {state === 'done' ? (
                    <IconCheck size={14} stroke={2.5} aria-hidden />
                  ) : state === 'rejected' ? (
                    <IconX size={14} stroke={2.5} aria-hidden />
                  ) : (
                    i + 1
                  )}
                  <span className="ol-visually-hidden">
                    {state === 'done' || state === 'rejected' ? ` Level ${i + 1},` : ''} {WORDS[state]}
                  </span>
                </span>
                <ul className={classes.blocks}>
                  {level.blocks.map((block) => (
                    <BlockCard
                      key={block.id}
                      submissionId={submissionId}
                      block={block}
                      parent={level.blocks.find(({ id }) => id === block.parentId)?.label}
                      act={act}
                      withDecision={withDecisions}
                    />
                  ))}
                </ul>
              </li>
            )
          })}
        </ol>
      )}
      <SkippedRules skipped={approvals.skipped} />
      {approvals.earlierRuns > 0 && (
        <p className={classes.runs}>
          {approvals.earlierRuns === 1
            ? 'Approvals were restarted once. The first round is in the history.'
            : `Approvals were restarted ${approvals.earlierRuns} times. Earlier rounds are in the history.`}
        </p>
      )}
    </>
  )
}
