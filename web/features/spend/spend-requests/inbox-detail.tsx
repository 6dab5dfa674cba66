import { Skeleton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { to } from '../../../lib/address.ts'
import { ErrorState } from '../../../ui/states.tsx'
import { useTimeZone } from '../../../ui/time-zone.ts'
import type { OpenedItem } from '../../approvals/inbox/index.ts'
import { useSession } from '../../platform/session/index.ts'
import {
  BlockDialogs,
  detailsClasses as classes,
  myBlocks,
  SendBackNotice,
  Sentence,
  SubjectApiProvider,
  statusSentence,
  Timeline,
  useActionDialog,
  useLive,
  useOpenedItem,
} from '../../requests/submissions/index.ts'
import { spendKeys, useSpendApprovals, useSpendRequest } from './api.ts'
import { SpendDetails } from './spend-details.tsx'
import { SPEND_API } from './subject-api.ts'

interface SpendInInboxProps {
  id: string
  onOpened: (opened: OpenedItem) => void
}

/** A spend request as the inbox shows it: its lines, and who decides. */
export const SpendInInbox = (props: SpendInInboxProps) => (
  <SubjectApiProvider api={SPEND_API}>
    <Loaded {...props} />
  </SubjectApiProvider>
)

const Loaded = ({ id, onOpened }: SpendInInboxProps) => {
  const client = useQueryClient()
  const session = useSession()
  const timeZone = useTimeZone()
  const spend = useSpendRequest(id)
  const approvals = useSpendApprovals(id)
  useLive(id, true)
  // The two reads may be from before and after an edit. The person can only have seen the older version.
  const seenVersion = Math.min(...[spend.data, approvals.data].map((read) => read?.version ?? Number.POSITIVE_INFINITY))
  const { action, act, close } = useActionDialog(
    spend.data && approvals.data?.levels.flatMap((level) => level.blocks),
    seenVersion,
  )
  useOpenedItem({ approvals: spend.data ? approvals.data : undefined, seenVersion, act }, onOpened)
  const refresh = (): void => void client.invalidateQueries({ queryKey: spendKeys.one(id) })
  const error = spend.error ?? approvals.error
  if (error && !(spend.data && approvals.data)) return <ErrorState error={error} onRetry={refresh} />
  if (!spend.data || !approvals.data) return <Skeleton height={280} radius="lg" />
  const mine = myBlocks(approvals.data.levels)
  return (
    <div className={classes.stack}>
      <Sentence
        words={statusSentence({
          approvals: approvals.data,
          decidedAt: spend.data.fullyReviewedAt,
          userId: session.userId,
          now: new Date(),
          timeZone,
        })}
      />
      <SendBackNotice
        id={id}
        approvals={approvals.data}
        editHref={spend.data.canEdit ? to('/spend-requests/$spendRequestId/edit', { spendRequestId: id }) : null}
      />
      <SpendDetails
        spend={spend.data}
        cutsIn={seenVersion === spend.data.version ? mine.find(({ canDecide }) => canDecide)?.id : undefined}
      />
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
      {action && <BlockDialogs submissionId={id} action={action} mine={mine} onRefresh={refresh} onClose={close} />}
    </div>
  )
}
