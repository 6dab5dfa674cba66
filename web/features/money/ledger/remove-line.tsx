import { Button, Group } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'

interface RemoveLineProps {
  /** From 1. */
  number: number
  onRemove: () => void
}

/** Below the fields of one line of several. */
export const RemoveLine = ({ number, onRemove }: RemoveLineProps) => (
  <Group justify="flex-end">
    <Button
      variant="subtle"
      color="red"
      size="compact-sm"
      leftSection={<IconTrash size={14} aria-hidden />}
      onClick={onRemove}
    >
      Remove line {number}
    </Button>
  </Group>
)
