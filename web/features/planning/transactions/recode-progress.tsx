import { Button, Group, Progress } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { formatNumber } from '../../../lib/format.ts'
import { ErrorState } from '../../../ui/states.tsx'
import { isOpen, type Recode, useRecode } from './recode-api.ts'
import { transactionsText, useRecodeFollowUp } from './use-recode.tsx'

export const progressText = ({ state, done, total, changed, restored }: Recode): string => {
  if (state === 'RUNNING') return `${formatNumber(done)} of ${transactionsText(total)} looked at`
  if (state === 'UNDOING') return `Undoing: ${formatNumber(done)} of ${transactionsText(total)} looked at`
  if (state === 'UNDONE') {
    const kept = changed - restored
    return kept > 0
      ? `${transactionsText(restored)} undone. ${transactionsText(kept)} changed since, so they keep what they have now.`
      : `${transactionsText(restored)} undone`
  }
  const same = total - changed
  return `${transactionsText(changed)} changed${same > 0 ? `, ${formatNumber(same)} had it already` : ''}`
}

/** How far a job is, and undoing it. */
export const RecodeProgress = ({ recodeId, onDone }: { recodeId: string; onDone?: () => void }) => {
  const { data, error, refetch } = useRecode(recodeId)
  const { undo, renew } = useRecodeFollowUp()
  const was = useRef<Recode['state'] | null>(null)
  useEffect(() => {
    if (!data) return
    if (was.current && was.current !== data.state && !isOpen(data)) {
      renew()
      onDone?.()
    }
    was.current = data.state
  }, [data, renew, onDone])
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} compact />
  if (!data) return <Progress value={0} aria-label="Progress" />
  return (
    <div>
      {isOpen(data) && (
        <Progress value={(100 * data.done) / Math.max(1, data.total)} aria-label="Progress" animated mb="xs" />
      )}
      <Group justify="space-between" wrap="nowrap">
        <span role="status">{progressText(data)}</span>
        {data.state === 'DONE' && data.changed > 0 && (
          <Button size="compact-sm" variant="default" onClick={() => void undo([recodeId])}>
            Undo
          </Button>
        )}
      </Group>
    </div>
  )
}
