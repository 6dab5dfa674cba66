import { Skeleton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ApprovalsView, BlockView } from '../../../../../schema/approvals/engine/endpoints.ts'
import type { Address } from '../../../../lib/address.ts'
import { ErrorState } from '../../../../ui/states.tsx'
import { useTimeZone } from '../../../../ui/time-zone.ts'
import type { OpenedItem } from '../../../approvals/inbox/index.ts'
import { useSession } from '../../../platform/session/index.ts'
import { myBlocks } from '../blocks.ts'
import { statusSentence } from '../status-sentence.ts'
import { useSubjectApi } from '../subject-api.ts'
import { BlockDialogs } from './block-dialogs.tsx'
import classes from './details.module.css'
import { SendBackNotice } from './send-back-notice.tsx'
import { Sentence } from './sentence.tsx'
import { Timeline } from './timeline.tsx'
import { useActionDialog } from './use-dialog.ts'
import { useLive } from './use-live.ts'
import { useOpenedItem } from './use-opened-item.ts'

interface Read<Data> {
  data: Data | undefined
  error: Error | null
}

interface SubjectInInboxProps<Data> {
  id: string
  subject: Read<Data>
  approvals: Read<ApprovalsView>
  onOpened: (opened: OpenedItem) => void
  /** Null if the person can't change it. */
  editHref: (subject: Data) => Address | null
  details: (subject: Data, seen: { isNewest: boolean; mine: BlockView[] }) => ReactNode
}

/** What is approved as the inbox shows it: its details, and who decides. */
export const SubjectInInbox = <Data extends { version: number; fullyReviewedAt: string | null }>(
  props: SubjectInInboxProps<Data>,
) => {
  const { id, subject, approvals, onOpened, editHref, details } = props
  const client = useQueryClient()
  const session = useSession()
  const timeZone = useTimeZone()
  const { keyOf } = useSubjectApi()
  useLive(id, true)
  // The two reads may be from before and after an edit. The person can only have seen the older version.
  const seenVersion = Math.min(
    ...[subject.data, approvals.data].map((read) => read?.version ?? Number.POSITIVE_INFINITY),
  )
  const { action, act, close } = useActionDialog(
    subject.data && approvals.data?.levels.flatMap((level) => level.blocks),
    seenVersion,
  )
  useOpenedItem({ approvals: subject.data ? approvals.data : undefined, seenVersion, act }, onOpened)
  const refresh = (): void => void client.invalidateQueries({ queryKey: keyOf(id) })
  const error = subject.error ?? approvals.error
  if (error && !(subject.data && approvals.data)) return <ErrorState error={error} onRetry={refresh} />
  if (!subject.data || !approvals.data) return <Skeleton height={280} radius="lg" />
  const mine = myBlocks(approvals.data.levels)
  return (
    <div className={classes.stack}>
      <Sentence
        words={statusSentence({
          approvals: approvals.data,
          decidedAt: subject.data.fullyReviewedAt,
          userId: session.userId,
          now: new Date(),
          timeZone,
        })}
      />
      <SendBackNotice id={id} approvals={approvals.data} editHref={editHref(subject.data)} />
      {details(subject.data, { isNewest: seenVersion === subject.data.version, mine })}
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
