import { Alert, Button, Group, Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { formatDateTime } from '../../lib/format.ts'
import { Dialog } from '../dialog.tsx'
import { useTimeZone } from '../time-zone.ts'
import type { Draft } from './use-draft.ts'

interface DraftOfferProps {
  draft: Draft<unknown>
  version: number
  onRestore: () => void
  onDiscard: () => void
}

export const DraftOffer = ({ draft, version, onRestore, onDiscard }: DraftOfferProps) => {
  const timeZone = useTimeZone()
  return (
    <Alert
      mb="md"
      color="accent"
      icon={<IconHistory size={18} aria-hidden />}
      title={`You left unsaved changes on ${formatDateTime(draft.at, timeZone)}`}
    >
      <Text size="sm" mb="xs">
        They’re saved in this browser only.
        {draft.version !== version && ' Someone has saved since then. You’ll be asked before replacing their changes.'}
      </Text>
      <Group gap="xs">
        <Button size="compact-sm" onClick={onRestore}>
          Restore my changes
        </Button>
        <Button size="compact-sm" variant="subtle" color="gray" onClick={onDiscard}>
          Discard them
        </Button>
      </Group>
    </Alert>
  )
}

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
