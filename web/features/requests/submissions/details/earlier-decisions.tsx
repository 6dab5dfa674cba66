import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import type { BlockView } from '../../../../../schema/approvals/engine/endpoints.ts'
import type { EarlierDecision } from '../../../../../schema/approvals/engine/model.ts'
import { isTask } from '../../../../../schema/approvals/workflows/rule-kinds.ts'
import { toastError } from '../../../../lib/toasts.ts'
import { DateText } from '../../../../ui/date-text.tsx'
import { DifferenceList } from '../../../../ui/difference-list.tsx'
import { useSession } from '../../../platform/session/index.ts'
import { useChanges, useCompleteTask, useDecide } from '../api.ts'
import { isoOf } from '../blocks.ts'
import { useSubjectApi } from '../subject-api.ts'
import { useDifferences } from '../use-differences.ts'
import classes from './timeline.module.css'
import { useUndoOffer } from './use-undo.tsx'

const principalOf = (decision: EarlierDecision): string => (decision.onBehalfOf ?? decision).userId

const verbOf = ({ isBypass, decision }: EarlierDecision, task: boolean): string => {
  if (isBypass) return 'bypassed this'
  if (decision === 'REJECTED') return 'rejected this'
  return task ? 'completed this' : 'approved this'
}

interface EarlierDecisionsProps {
  submissionId: string
  block: BlockView
}

/** What was decided before the request changed, and what changed since. One click confirms it. */
export const EarlierDecisions = ({ submissionId, block }: EarlierDecisionsProps) => {
  const { noun } = useSubjectApi()
  const session = useSession()
  const decisions = block.status === 'PENDING' && block.closedAt === null ? (block.earlierDecisions ?? []) : []
  const self = block.onBehalfOf?.userId ?? session.userId
  const mine = decisions.find((decision) => principalOf(decision) === self)
  if (decisions.length === 0) return null
  return (
    <div className={classes.earlier}>
      {decisions
        .filter((decision) => decision !== mine)
        .map((decision) => (
          <p key={principalOf(decision)} className={classes.fact}>
            <IconArrowBackUp size={14} aria-hidden />
            <span>
              {decision.name} {verbOf(decision, isTask(block.ruleType))} before the {noun} changed
            </span>
          </p>
        ))}
      {mine && <Mine submissionId={submissionId} block={block} decision={mine} />}
    </div>
  )
}

interface MineProps extends EarlierDecisionsProps {
  decision: EarlierDecision
}

const Mine = ({ submissionId, block, decision }: MineProps) => {
  const id = useId()
  const { keyOf } = useSubjectApi()
  const client = useQueryClient()
  const changes = useChanges(submissionId, decision.answersVersion)
  const differences = useDifferences(submissionId, changes.data?.changes ?? NO_CHANGES)
  const refused = (error: Error): boolean => {
    toastError(error.message)
    void client.invalidateQueries({ queryKey: keyOf(submissionId) })
    return true
  }
  const approval = useDecide(submissionId, refused, useUndoOffer(submissionId))
  const completion = useCompleteTask(submissionId, refused)
  const task = isTask(block.ruleType)
  const canConfirm =
    decision.decision === 'APPROVED' &&
    changes.data !== undefined &&
    (block.canDecide || (block.canComplete && (block.ruleType !== 'CREATE_SERVICE' || Boolean(block.createdService))))
  const confirm = (): void => {
    if (!changes.data) return
    const said = { levelGroupStatusId: block.id, seenVersion: changes.data.version }
    if (task) completion.send(said)
    else approval.send({ ...said, status: 'APPROVED' })
  }
  const isUnchanged = changes.data !== undefined && changes.data.changes.length === 0
  return (
    <section aria-labelledby={id} className={classes.mineEarlier}>
      <p id={id} className={classes.earlierTitle}>
        You {verbOf(decision, task)}
        {decision.comment.trim() && ` (“${decision.comment.trim()}”)`} on <DateText instant={isoOf(decision.at)} />;{' '}
        {isUnchanged ? 'nothing has changed since.' : 'since then:'}
      </p>
      <DifferenceList differences={differences} />
      {canConfirm && (
        <Button
          size="compact-sm"
          mt={8}
          aria-describedby={id}
          loading={approval.isPending || completion.isPending}
          onClick={confirm}
        >
          {isUnchanged ? 'Confirm' : 'Confirm changes'}
        </Button>
      )}
    </section>
  )
}

const NO_CHANGES: never[] = []
