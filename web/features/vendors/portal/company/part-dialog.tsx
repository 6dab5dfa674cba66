import { Alert, Button, Group, Stack } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { Dialog } from '../../../../ui/dialog.tsx'

interface PartDialogProps {
  title: string
  submitLabel: string
  isPending: boolean
  /** What someone else saved meanwhile. */
  theirs: object | 'gone' | null
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  onClose: () => void
  children: ReactNode
}

/** The frame of a dialog that adds or changes a part of the company profile. */
export const PartDialog = ({ title, submitLabel, isPending, theirs, onSubmit, onClose, children }: PartDialogProps) => (
  <Dialog opened onClose={onClose} title={title}>
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="sm">
        {theirs === 'gone' && (
          <Alert color="red" role="alert">
            A colleague deleted this in the meantime. Your text is still here so you can copy it.
          </Alert>
        )}
        {theirs && theirs !== 'gone' && (
          <Alert color="yellow" role="alert">
            A colleague changed this in the meantime. What you entered is still here; save again to replace theirs.
          </Alert>
        )}
        {children}
        <Group justify="flex-end" gap="xs" mt="xs">
          <Button variant="default" onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending} disabled={theirs === 'gone'}>
            {theirs && theirs !== 'gone' ? 'Save mine' : submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  </Dialog>
)
