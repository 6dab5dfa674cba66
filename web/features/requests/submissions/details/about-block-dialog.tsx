import { Skeleton } from '@mantine/core'
import { useMemo } from 'react'
import type { BlockHistory } from '../../../../../schema/approvals/engine/block-endpoints.ts'
import type { BlockView } from '../../../../../schema/approvals/engine/endpoints.ts'
import type { WorkStatus } from '../../../../../schema/approvals/engine/model.ts'
import { DateTimeText } from '../../../../ui/date-text.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { EmptyState, ErrorState } from '../../../../ui/states.tsx'
import { DocumentManager } from '../../../documents/documents/index.ts'
import { HistoryRows } from '../../../platform/audit/index.ts'
import { reasonText } from '../blocks.ts'
import { businessText, spentText, timeByStatus } from '../work-time.ts'
import { useAttach, useBlockDocuments, useBlockHistory } from './actions-api.ts'
import { WORK_STATUS_LABELS } from './block-menu.tsx'
import classes from './details.module.css'
import { SendSection } from './send-section.tsx'
import { WebhookSection } from './webhook-section.tsx'

interface AboutBlockDialogProps {
  submissionId: string
  block: BlockView
  onClose: () => void
}

/** A step in full: the time in each status, its documents, and its history. */
export const AboutBlockDialog = ({ submissionId, block, onClose }: AboutBlockDialogProps) => {
  const { data, error, refetch } = useBlockHistory(submissionId, block.id)
  return (
    <Dialog opened onClose={onClose} title={block.label}>
      <p className={classes.why}>{reasonText(block.reason, block.approversNote)}</p>
      <BlockDocuments submissionId={submissionId} blockId={block.id} />
      {block.ruleType === 'SEND_DOCUMENT' && block.canRetry && (
        <SendSection submissionId={submissionId} block={block} />
      )}
      {block.ruleType === 'WEBHOOK' && <WebhookSection submissionId={submissionId} block={block} />}
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} compact />
      ) : data ? (
        <>
          <TimeInStatus spans={data.blockStatuses} />
          <h3 className={classes.dialogTitle}>History</h3>
          {data.entries.length > 0 ? (
            <HistoryRows rows={data.entries} />
          ) : (
            <EmptyState compact title="No activity on this step yet" />
          )}
        </>
      ) : (
        <Skeleton height={120} radius="md" mt="md" />
      )}
    </Dialog>
  )
}

const BlockDocuments = ({ submissionId, blockId }: { submissionId: string; blockId: string }) => {
  const { data, error, refetch } = useBlockDocuments(submissionId, blockId)
  const attach = useAttach(submissionId, blockId)
  const ids = useMemo(() => (data ?? []).map(({ id }) => id), [data])
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} compact />
  return (
    <DocumentManager
      label="Documents"
      description="Visible to everyone on this request. You can remove them on the Documents tab."
      value={ids}
      onDetach={() => {}}
      onChange={(next) => {
        const added = next.filter((id) => !ids.includes(id))
        if (added.length > 0) attach.send(added)
      }}
    />
  )
}

const TimeInStatus = ({ spans }: { spans: BlockHistory['blockStatuses'] }) => {
  if (spans.length === 0) return null
  const times = timeByStatus(spans, Date.now())
  const now = spans.find(({ until }) => until === null)
  return (
    <>
      <h3 className={classes.dialogTitle}>Time in status</h3>
      <dl className={classes.facts}>
        {times.map(({ blockStatus, ms, businessMs }) => (
          <div key={blockStatus}>
            <dt>{WORK_STATUS_LABELS[blockStatus as WorkStatus]}</dt>
            <dd>
              {spentText(ms)}
              <span className={classes.dim}> · {businessText(businessMs)}</span>
              {now?.blockStatus === blockStatus && (
                <span className={classes.dim}>
                  {' '}
                  · since <DateTimeText instant={now.createdAt} />
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
