import { Skeleton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { ErrorState } from '../../../../ui/states.tsx'
import { useTimeZone } from '../../../../ui/time-zone.ts'
import type { OpenedItem } from '../../../approvals/inbox/index.ts'
import { ConversationProvider } from '../../../documents/threads/index.ts'
import { useSession } from '../../../platform/session/index.ts'
import { editHref } from '../address.ts'
import { requestKeys, useAnswers, useApprovals, useSubmission } from '../api.ts'
import { ApprovalEffectsProvider, useApprovalEffects } from '../approval-effects.ts'
import { myBlocks } from '../blocks.ts'
import { conversationOf } from '../conversation.ts'
import { statusSentence } from '../status-sentence.ts'
import { AdditionalAnswers, Answers } from './answers.tsx'
import { BlockDialogs } from './block-dialogs.tsx'
import classes from './details.module.css'
import { EffectsShown } from './effects-shown.tsx'
import { SendBackNotice } from './send-back-notice.tsx'
import { Sentence } from './sentence.tsx'
import { Timeline } from './timeline.tsx'
import { useActionDialog } from './use-dialog.ts'
import { useLive } from './use-live.ts'
import { useOpenedItem } from './use-opened-item.ts'
import { ProposedVendors } from './vendors/proposed-vendors.tsx'

interface RequestInInboxProps {
  id: string
  onOpened: (opened: OpenedItem) => void
}

/** A request as the inbox shows it: what it says, and who decides. */
export const RequestInInbox = ({ id, onOpened }: RequestInInboxProps) => {
  const client = useQueryClient()
  const session = useSession()
  const timeZone = useTimeZone()
  const submission = useSubmission(id)
  const approvals = useApprovals(id)
  const answers = useAnswers(id)
  useLive(id, true)
  const effects = useApprovalEffects()
  const isThere = submission.data && answers.data
  // The reads may be from before and after an edit. The person can only have seen the oldest.
  const seenVersion = Math.min(
    ...[submission.data, approvals.data, answers.data].map((read) => read?.version ?? Number.POSITIVE_INFINITY),
  )
  const { action, act, close } = useActionDialog(
    isThere && approvals.data?.levels.flatMap((level) => level.blocks),
    seenVersion,
  )
  useOpenedItem({ approvals: isThere ? approvals.data : undefined, seenVersion, act }, onOpened)
  const refresh = (): void => void client.invalidateQueries({ queryKey: requestKeys.one(id) })
  const error = submission.error ?? approvals.error ?? answers.error
  if (error && !(submission.data && approvals.data && answers.data))
    return <ErrorState error={error} onRetry={refresh} />
  if (!submission.data || !approvals.data || !answers.data) return <Skeleton height={280} radius="lg" />
  const { canEdit, approvedOrRejectedAt: decidedAt } = submission.data
  return (
    <ConversationProvider value={conversationOf(submission.data)}>
      <ApprovalEffectsProvider value={submission.data.forVendor ? effects : null}>
        <div className={classes.stack}>
          <Sentence
            words={statusSentence({
              approvals: approvals.data,
              decidedAt,
              userId: session.userId,
              now: new Date(),
              timeZone,
            })}
          />
          <SendBackNotice id={id} approvals={approvals.data} editHref={canEdit ? editHref(submission.data) : null} />
          <EffectsShown id={id} />
          <Answers submission={submission.data} />
          <AdditionalAnswers submission={submission.data} />
          <ProposedVendors submission={submission.data} />
          <section aria-label="Approvals">
            <Timeline
              submissionId={id}
              approvals={approvals.data}
              error={null}
              onRetry={refresh}
              act={act}
              withDecisions={true}
            />
          </section>
          {action && (
            <BlockDialogs
              submissionId={id}
              action={action}
              mine={myBlocks(approvals.data.levels)}
              onRefresh={refresh}
              onClose={close}
            />
          )}
        </div>
      </ApprovalEffectsProvider>
    </ConversationProvider>
  )
}
