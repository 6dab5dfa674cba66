import { Button, Group, Text } from '@mantine/core'
import type { Address } from '../../../../lib/address.ts'
import { AppLink } from '../../../../ui/app-link.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { DifferenceList } from '../../../../ui/difference-list.tsx'
import type { AutosaveProblem } from '../autosave.ts'
import type { Difference } from '../differences.ts'

export interface Conflict {
  problem: AutosaveProblem
  /** What changed elsewhere, if the server said so. */
  differences: Difference[]
}

interface ConflictDialogProps {
  conflict: Conflict | null
  requestHref: Address
  busy: boolean
  onClose: () => void
  onReload: () => void
  onKeepMine: () => void
}

/** Someone else, or another tab, saved first. What was typed here stays until the person decides. */
export const ConflictDialog = (props: ConflictDialogProps) => {
  const { conflict, requestHref, busy, onClose, onReload, onKeepMine } = props
  const kind = conflict?.problem.kind
  return (
    <Dialog opened={conflict !== null} onClose={onClose} title={TITLES[kind ?? 'conflict']}>
      <Text mb="sm">
        {conflict?.problem.message} {kind === 'submitted' ? '' : 'What you typed here is still on the screen.'}
      </Text>
      {conflict && <DifferenceList differences={conflict.differences} />}
      <Group justify="flex-end" mt="lg">
        {kind === 'conflict' && (
          <>
            <Button variant="default" onClick={onReload} loading={busy}>
              Reload and discard mine
            </Button>
            <Button onClick={onKeepMine} loading={busy}>
              Replace with mine
            </Button>
          </>
        )}
        {kind === 'gone' && (
          <Button onClick={onKeepMine} loading={busy}>
            Keep mine as a new draft
          </Button>
        )}
        {kind === 'submitted' && (
          <Button component={AppLink} href={requestHref}>
            Open the request
          </Button>
        )}
      </Group>
    </Dialog>
  )
}

const TITLES: Record<AutosaveProblem['kind'], string> = {
  failed: 'Not saved',
  conflict: 'Changed elsewhere',
  gone: 'Deleted elsewhere',
  submitted: 'Submitted elsewhere',
}
