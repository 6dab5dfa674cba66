import { Button, Group, SegmentedControl } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useState } from 'react'
import { isApiError } from '../../../lib/errors.ts'
import { DraftNotice } from '../../../ui/drafts/draft-notice.tsx'
import { useDraft } from '../../../ui/drafts/use-draft.ts'
import { useLeaveGuard } from '../../../ui/use-leave-guard.ts'
import { DocumentManager } from '../documents/index.ts'
import { type Draft, useConversation } from './api.ts'
import { Attachments } from './attachments.tsx'
import { CommentField } from './comment-field.tsx'
import { toBody, type Written } from './mention-text.ts'
import { Readers } from './readers.tsx'
import classes from './threads.module.css'

const isWritten = (value: unknown): value is Written =>
  typeof value === 'object' && value !== null && 'text' in value && 'mentions' in value && Array.isArray(value.mentions)

const EMPTY: Written = { text: '', mentions: [] }

interface ComposerProps {
  /** What it is kept by in this browser until it is sent. */
  name: string
  label: string
  /** "Add comment", "Reply". */
  action: string
  isPending: boolean
  send: (draft: Draft) => Promise<unknown>
  problem: string | null
  autoFocus?: boolean
  /** Whether people outside read the discussion. 'choose' lets the person decide. */
  isShared: boolean | 'choose'
  onCancel?: () => void
}

/** What the server said is wrong with the text of a comment, or null. */
export const problemOf = (error: Error): string | null => {
  if (!isApiError(error)) return null
  const { commentBody, body, documentIds } = error.fields ?? {}
  return commentBody ?? body ?? documentIds ?? null
}

/** A comment being written. What was typed stays until it has arrived. */
export const Composer = ({
  name,
  label,
  action,
  isPending,
  send,
  problem,
  autoFocus,
  isShared,
  onCancel,
}: ComposerProps) => {
  const { outsiders, isInside, files } = useConversation()
  const [shares, setShares] = useState(false)
  const chooses = isShared === 'choose' && outsiders !== null
  const shared = chooses ? shares : isShared === true
  const [written, setWritten] = useState(EMPTY)
  const [documentIds, setDocumentIds] = useState<string[]>([])
  const [attaching, setAttaching] = useState(false)
  const blank = written.text.trim() === ''
  const draft = useDraft<Written>({
    name,
    value: written,
    version: 0,
    dirty: !blank,
    isDraftOf: isWritten,
    onRestore: setWritten,
    onUndo: setWritten,
  })
  useLeaveGuard(!blank && !isPending, 'Your comment hasn’t been sent yet.')
  const submit = (): void => {
    if (blank || isPending) return
    void send({ body: toBody(written).trim(), documentIds, isShared: shared }).then(
      () => {
        draft.discard()
        setWritten(EMPTY)
        setDocumentIds([])
        setAttaching(false)
        setShares(false)
        onCancel?.()
      },
      () => {},
    )
  }
  return (
    <div className={classes.composer} data-no-print data-shared={shared || undefined}>
      {chooses && (
        <SegmentedControl
          className={classes.who ?? ''}
          size="xs"
          aria-label="Who reads it"
          value={shared ? 'SHARED' : 'INTERNAL'}
          onChange={(value) => setShares(value === 'SHARED')}
          data={[
            { value: 'INTERNAL', label: 'Internal' },
            { value: 'SHARED', label: `Shared with ${outsiders}` },
          ]}
        />
      )}
      <DraftNotice draft={draft} />
      <CommentField
        label={label}
        value={written}
        onChange={setWritten}
        error={problem}
        onSubmit={submit}
        {...(autoFocus && { autoFocus })}
      />
      <Readers isShared={shared} />
      {attaching && files && <Attachments files={files} value={documentIds} onChange={setDocumentIds} />}
      {attaching && !files && (
        <DocumentManager label="Documents" temporary value={documentIds} onChange={setDocumentIds} />
      )}
      <Group gap="xs">
        <Button size="compact-md" loading={isPending} disabled={blank} onClick={submit}>
          {action}
        </Button>
        {!attaching && (isInside || files) && (
          <Button
            size="compact-md"
            variant="subtle"
            leftSection={<IconPaperclip size={14} aria-hidden />}
            onClick={() => setAttaching(true)}
          >
            Attach
          </Button>
        )}
        {onCancel && (
          <Button size="compact-md" variant="subtle" color="gray" disabled={isPending} onClick={onCancel}>
            Cancel
          </Button>
        )}
      </Group>
    </div>
  )
}
