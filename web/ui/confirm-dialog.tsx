import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { Question } from './confirm.tsx'
import { Dialog } from './dialog.tsx'

/** Loaded by ConfirmHost. It resolves after closing, so that the next dialog gets the focus. */
export const ConfirmDialog = ({ question }: { question: Question }) => {
  const { title, text, confirmLabel, cancelLabel = 'Cancel', danger } = question
  const [agreed, setAgreed] = useState<boolean | null>(null)
  return (
    <Dialog
      opened={agreed === null}
      onClose={() => setAgreed((was) => was ?? false)}
      onExitTransitionEnd={() => question.answer(agreed ?? false)}
      title={title}
    >
      {typeof text === 'string' ? <Text>{text}</Text> : text}
      <Group mt="md" justify="flex-end">
        <Button variant="default" onClick={() => setAgreed(false)}>
          {cancelLabel}
        </Button>
        <Button color={danger ? 'red' : 'accent'} data-autofocus onClick={() => setAgreed(true)}>
          {confirmLabel}
        </Button>
      </Group>
    </Dialog>
  )
}
