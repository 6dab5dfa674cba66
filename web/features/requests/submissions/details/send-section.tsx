import { Button } from '@mantine/core'
import { useState } from 'react'
import type { BlockView } from '../../../../../schema/approvals/engine/endpoints.ts'
import { SendForm } from '../../../documents/documents/index.ts'
import { requestKeys } from '../api.ts'
import classes from './details.module.css'

/** Documents that weren't sent automatically go to an address that a person enters, which completes the task. */
export const SendSection = ({ submissionId, block }: { submissionId: string; block: BlockView }) => {
  const [sending, setSending] = useState(false)
  const close = () => setSending(false)
  const { documentIds = [], emailCopy = '' } = block.settings.sendDocument ?? {}
  if (!sending) {
    return (
      <Button variant="subtle" size="compact-sm" mt="xs" onClick={() => setSending(true)}>
        Send by hand…
      </Button>
    )
  }
  return (
    <section aria-label="Send by hand" className={classes.byHand}>
      <SendForm
        levelGroupStatusId={block.id}
        message={emailCopy}
        label={documentIds.length === 1 ? 'Send document' : `Send ${documentIds.length} documents`}
        invalidates={[requestKeys.one(submissionId)]}
        onSent={close}
        onCancel={close}
      />
    </section>
  )
}
