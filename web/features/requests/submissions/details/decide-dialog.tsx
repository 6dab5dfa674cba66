import { Button, Checkbox, Group, Kbd, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import type { BlockView } from '../../../../../schema/approvals/engine/endpoints.ts'
import type { AnswerChange } from '../../../../../schema/requests/forms/answer-changes.ts'
import { isApiError } from '../../../../lib/errors.ts'
import { toastError } from '../../../../lib/toasts.ts'
import { useCommand } from '../../../../lib/use-command.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { DifferenceList } from '../../../../ui/difference-list.tsx'
import { TextArea } from '../../../../ui/fields/text-area.tsx'
import { useCompleteTask, useDecide } from '../api.ts'
import { useApprovalEffects } from '../approval-effects.ts'
import { reasonText } from '../blocks.ts'
import { changesIn } from '../differences.ts'
import classes from '../requests.module.css'
import { useSubjectApi } from '../subject-api.ts'
import { useDifferences } from '../use-differences.ts'
import type { Action } from './act.ts'
import { EffectsShown } from './effects-shown.tsx'
import { useUndoOffer } from './use-undo.tsx'

const WORDS = {
  approve: { title: 'Approve', of: true, color: 'accent' },
  reject: { title: 'Reject', of: true, color: 'red' },
  complete: { title: 'Complete task', of: false, color: 'accent' },
} as const

const MAX_COMMENT = 5000

interface DecideDialogProps {
  submissionId: string
  action: Action & { kind: 'approve' | 'reject' | 'complete' }
  /** Approvals waiting for the person, including this one. */
  mine: BlockView[]
  /** The version of the answers on the screen when the dialog opened. */
  seenVersion: number
  onRefresh: () => void
  onClose: () => void
}

const versionIn = (details: unknown): number | null => {
  const version =
    typeof details === 'object' && details !== null ? (details as { version?: unknown }).version : undefined
  return typeof version === 'number' ? version : null
}

/** Confirms a decision with its comment. If answers changed meanwhile, they are shown and the person decides again. */
export const DecideDialog = (props: DecideDialogProps) => {
  const { submissionId, action, mine, seenVersion, onRefresh, onClose } = props
  const { kind } = action
  // After a change elsewhere the page has a newer block, with the current reason.
  const block = mine.find((one) => one.id === action.block.id) ?? action.block
  const { noun } = useSubjectApi()
  const words = WORDS[kind]
  const title = words.of ? `${words.title} ${noun}` : words.title
  const [comment, setComment] = useState('')
  const [all, setAll] = useState(false)
  const [changed, setChanged] = useState<{ version: number; changes: AnswerChange[] } | null>(null)
  const differences = useDifferences(submissionId, changed?.changes ?? NO_CHANGES)

  const refused = (error: Error): boolean => {
    if (!isApiError(error, 'CONFLICT') && !isApiError(error, 'NOT_FOUND')) return false
    onRefresh()
    const version =
      isApiError(error, 'CONFLICT') && error.reason === 'ANSWERS_CHANGED' ? versionIn(error.details) : null
    if (version !== null && isApiError(error)) {
      setChanged({ version, changes: changesIn(error.details) })
      return true
    }
    toastError(error.message)
    onClose()
    return true
  }
  const decision = useDecide(submissionId, refused, useUndoOffer(submissionId))
  const completion = useCompleteTask(submissionId, refused)
  const available = useApprovalEffects()
  const effects = kind === 'reject' ? null : available
  const [isOutdated, setOutdated] = useState(false)
  const confirmation = useCommand({
    run: async () => effects?.confirm(submissionId),
    onError: (failure) => {
      if (!isApiError(failure, 'CONFLICT') || failure.reason !== 'UPDATES_CHANGED') return false
      setOutdated(true)
      onRefresh()
      return true
    },
  })
  const isPending = decision.isPending || completion.isPending || confirmation.isPending

  const confirm = async (): Promise<void> => {
    if (isPending) return
    const said = comment.trim() ? { comment: comment.trim() } : {}
    try {
      const version = changed?.version ?? seenVersion
      if (effects) await confirmation.sendAsync()
      if (kind === 'complete')
        await completion.sendAsync({ levelGroupStatusId: block.id, seenVersion: version, ...said })
      else {
        await decision.sendAsync({
          status: kind === 'approve' ? 'APPROVED' : 'REJECTED',
          levelGroupStatusId: block.id,
          seenVersion: version,
          ...said,
          ...(kind === 'approve' && all ? { approveAllNonTaskBlocks: true } : {}),
        })
      }
      onClose()
    } catch {
      // The command has told the person. What they typed stays.
    }
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
    event.preventDefault()
    void confirm()
  }
  const approvals = mine.filter((one) => one.canDecide)
  return (
    <Dialog opened onClose={onClose} title={title} onKeyDown={onKeyDown} {...(effects && { size: 'lg' })}>
      <Text>
        <strong>{block.label}</strong>
        {block.reason && ` · ${reasonText(block.reason)}`}
      </Text>
      {block.onBehalfOf && <Text mt={4}>Acting for {block.onBehalfOf.name}.</Text>}
      {kind === 'complete' && block.settings.description && (
        <Text mt="sm" style={{ whiteSpace: 'pre-line' }}>
          {block.settings.description}
        </Text>
      )}
      {changed && (
        <div role="alert" className={classes.notice}>
          <p className={classes.noticeTitle}>
            <IconAlertTriangle size={16} aria-hidden />
            {noun === 'request' ? 'The answers' : 'It'} changed since you opened this {noun}
          </p>
          <p>Review the changes, then decide again.</p>
          <DifferenceList differences={differences} />
        </div>
      )}
      {isOutdated && (
        <p role="alert" className={classes.noticeTitle}>
          <IconAlertTriangle size={16} aria-hidden />
          What your approval changes is different now. Review it, then decide again.
        </p>
      )}
      {effects && (
        <div className={classes.effects}>
          <EffectsShown id={submissionId} />
        </div>
      )}
      <TextArea
        mt="md"
        label="Comment"
        description={kind === 'reject' ? 'The requester will see this.' : 'Optional.'}
        maxLength={MAX_COMMENT}
        minRows={2}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
        data-autofocus
      />
      {kind === 'approve' && approvals.length > 1 && (
        <Checkbox
          mt="md"
          label={`Approve all my approvals (${approvals.length})`}
          description={approvals.map((one) => one.label).join(', ')}
          checked={all}
          onChange={(event) => setAll(event.currentTarget.checked)}
        />
      )}
      <Group justify="flex-end" mt="lg">
        <Text size="xs" c="dimmed" mr="auto" visibleFrom="md">
          <Kbd size="xs">Ctrl</Kbd> <Kbd size="xs">Enter</Kbd> to confirm
        </Text>
        <Button variant="default" onClick={onClose} disabled={isPending}>
          Cancel
        </Button>
        <Button color={words.color} loading={isPending} onClick={() => void confirm()}>
          {title}
        </Button>
      </Group>
    </Dialog>
  )
}

const NO_CHANGES: AnswerChange[] = []
