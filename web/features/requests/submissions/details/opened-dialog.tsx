import { Suspense } from 'react'
import type { BlockView } from '../../../../../schema/approvals/engine/endpoints.ts'
import { taskKindOf } from '../../../approvals/tasks/index.ts'
import { AboutBlockDialog } from './about-block-dialog.tsx'
import { AnswerDialog } from './answer-dialog.tsx'
import { ApproversDialog } from './approvers-dialog.tsx'
import { AssignDialog } from './assign-dialog.tsx'
import { BypassDialog } from './bypass-dialog.tsx'
import { CommentsDialog } from './comments-dialog.tsx'
import { DecideDialog } from './decide-dialog.tsx'
import { RemindDialog } from './remind-dialog.tsx'
import { RevokeDialog } from './revoke-dialog.tsx'
import { SendBackDialog } from './send-back-dialog.tsx'
import type { SeenAction } from './use-dialog.ts'

export interface OpenedDialogProps {
  submissionId: string
  action: SeenAction
  mine: BlockView[]
  onRefresh: () => void
  onClose: () => void
}

/** The dialog for what the person is about to do with a block. */
export const OpenedDialog = ({ submissionId, action, mine, onRefresh, onClose }: OpenedDialogProps) => {
  const { kind, block, seenVersion } = action
  const shared = { submissionId, block, onClose }
  switch (kind) {
    case 'approve':
    case 'reject':
    case 'complete':
      return (
        <DecideDialog
          submissionId={submissionId}
          action={{ kind, block }}
          mine={mine}
          seenVersion={seenVersion}
          onRefresh={onRefresh}
          onClose={onClose}
        />
      )
    case 'send-back':
      return <SendBackDialog {...shared} />
    case 'remind':
      return <RemindDialog {...shared} />
    case 'bypass':
      return <BypassDialog {...shared} />
    case 'revoke':
      return <RevokeDialog {...shared} />
    case 'assign':
      return <AssignDialog {...shared} assigneeId={block.assignee?.userId ?? null} />
    case 'approvers':
      return <ApproversDialog {...shared} />
    case 'about':
      return <AboutBlockDialog {...shared} />
    case 'answer':
      return <AnswerDialog {...shared} seenVersion={seenVersion} onRefresh={onRefresh} />
    case 'create-service':
    case 'fill-order': {
      const Task = taskKindOf(block.ruleType)?.Dialog
      return Task ? (
        <Suspense fallback={null}>
          <Task {...shared} onRefresh={onRefresh} />
        </Suspense>
      ) : null
    }
    case 'comments':
      return (
        <CommentsDialog
          submissionId={submissionId}
          part={{ type: 'BLOCK', id: block.id }}
          label={block.label}
          onClose={onClose}
        />
      )
  }
}
