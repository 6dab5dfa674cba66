import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { errorMessage } from '../../../lib/errors.ts'
import { useMappingPage } from './mapping-api.ts'
import type { MappingKind } from './mapping-kinds.ts'

/** Accounts are grouped in the accounting system ("Cost of Goods Sold"). Those of one group can be matched alone. */

interface MatchMenuProps {
  of: MappingKind
  disabled: boolean
  onMatch: (classification: string) => void
}

const NAMELESS = 'Other'

export const MatchMenu = ({ of, disabled, onMatch }: MatchMenuProps) => {
  const [opened, setOpened] = useState(false)
  return (
    <Menu opened={opened} onChange={setOpened} position="bottom-end" withinPortal>
      <Menu.Target>
        <Button
          variant="default"
          size="compact-md"
          disabled={disabled}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          Match by classification
        </Button>
      </Menu.Target>
      <Menu.Dropdown>{opened && <Groups of={of} onMatch={onMatch} />}</Menu.Dropdown>
    </Menu>
  )
}

const Groups = ({ of, onMatch }: Pick<MatchMenuProps, 'of' | 'onMatch'>) => {
  const { data, error } = useMappingPage({
    ...{ kind: of.kind, show: 'UNMAPPED', search: '', cursor: undefined, viewAll: true },
  })
  if (!data) return <Menu.Label>{error ? errorMessage(error) : `Loading ${of.plural}…`}</Menu.Label>
  if (data.edges.length === 0) return <Menu.Label>All {of.plural} are mapped</Menu.Label>
  const groups = Map.groupBy(data.edges, ({ node }) => node.classification ?? '')
  return (
    <>
      <Menu.Label>Unmapped {of.plural}</Menu.Label>
      {[...groups].map(([classification, rows]) => (
        <Menu.Item key={classification} onClick={() => onMatch(classification)}>
          {classification || NAMELESS} ({rows.length.toLocaleString('en-US')})
        </Menu.Item>
      ))}
    </>
  )
}
