import { Button, Group, Text } from '@mantine/core'
import { Dialog } from '../dialog.tsx'

interface ConflictDialogProps {
  opened: boolean
  /** "This form", "These fields". */
  what: string
  busy: boolean
  onClose: () => void
  onReload: () => void
  onOverwrite: () => void
}

/** Someone else saved in between. What was typed stays until the person chooses. */
export const ConflictDialog = ({ opened, what, busy, onClose, onReload, onOverwrite }: ConflictDialogProps) => (
  <Dialog
    opened={opened}
    onClose={onClose}
    title={`${what} ${what.startsWith('These') ? 'were' : 'was'} changed by someone else`}
  >
    <Text mb="sm">A newer version was saved while you were editing. Your changes are still on this page, unsaved.</Text>
    <Text mb="lg" size="sm" c="dimmed">
      You can undo a reload to get your changes back. Saving yours replaces theirs.
    </Text>
    <Group justify="flex-end" gap="xs">
      <Button variant="subtle" color="gray" onClick={onClose}>
        Keep editing
      </Button>
      <Button variant="default" onClick={onReload} disabled={busy}>
        Reload theirs
      </Button>
      <Button onClick={onOverwrite} loading={busy}>
        Replace with mine
      </Button>
    </Group>
  </Dialog>
)
