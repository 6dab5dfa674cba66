import { Button, Group, Stack } from '@mantine/core'
import { IconFilter, IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Dialog } from '../dialog.tsx'
import type { TableEmpty } from './types.ts'

/**
 * Opens the filters that don't fit into the toolbar.
 * @param count how many are set
 */
export const FiltersButton = ({ count, onClick }: { count: number; onClick: () => void }) => (
  <Button variant="default" leftSection={<IconFilter size={16} aria-hidden />} onClick={onClick}>
    {count === 0 ? 'Filters' : `Filters (${count})`}
  </Button>
)

interface FiltersFrameProps {
  opened: boolean
  onClose: () => void
  /** How many are set. */
  count: number
  onClear: () => void
  /** What the list contains: "vendors". */
  what: string
  children: ReactNode
}

/** A dialog of filters. Choices apply at once. */
export const FiltersFrame = ({ opened, onClose, count, onClear, what, children }: FiltersFrameProps) => (
  <Dialog opened={opened} onClose={onClose} title="Filters">
    <Stack gap="sm">
      {children}
      <Group justify="flex-end" gap="xs" mt="xs">
        <Button variant="subtle" color="gray" disabled={count === 0} onClick={onClear}>
          Clear filters
        </Button>
        <Button onClick={onClose}>Show {what}</Button>
      </Group>
    </Stack>
  </Dialog>
)

/** A list without matches for the filters. */
export const noMatch = (title: string, text: string, onClear: () => void): TableEmpty => ({
  icon: <IconSearch size={20} aria-hidden />,
  title,
  text,
  action: (
    <Button variant="default" onClick={onClear}>
      Clear filters
    </Button>
  ),
})
