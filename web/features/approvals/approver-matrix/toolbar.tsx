import { Button, Menu, Popover } from '@mantine/core'
import {
  IconColumns3,
  IconDownload,
  IconHistory,
  IconKeyboard,
  IconPlus,
  IconProgress,
  IconUpload,
  IconUserQuestion,
} from '@tabler/icons-react'
import type { MatrixConditionType } from '../../../../schema/approvals/approver-matrix/conditions.ts'
import { CONDITION_LABELS } from '../../../../schema/approvals/approver-matrix/model.ts'
import classes from './matrix.module.css'

interface ToolbarProps {
  unused: MatrixConditionType[]
  canAddApprovers: boolean
  canAddRows: boolean
  testing: boolean
  onAddRow: () => void
  onAddCondition: (type: MatrixConditionType) => void
  onAddApprovers: () => void
  onImport: () => void
  onExport: () => void
  onTest: () => void
  onRunning: () => void
  onReplay: () => void
}

const KEYS: [string, string][] = [
  ['Arrows, Tab', 'move; with Shift select, with Ctrl to the edge'],
  ['Enter, F2 or typing', 'edit the cell; on a number or column its menu'],
  ['Enter, Tab', 'while editing: take the choice, then go down or right'],
  ['Escape', 'leave a cell as it was; then Tab leaves the grid'],
  ['Delete', 'clear the selected cells'],
  ['Ctrl C, X, V', 'copy, cut, paste, also from and to a spreadsheet'],
  ['Ctrl D', 'fill the selection with its first row'],
  ['Ctrl Z, Ctrl Shift Z', 'undo, redo'],
  ['Alt with arrows', 'move the row or column'],
  ['Alt Enter', 'insert a row below'],
  ['Ctrl Delete', 'delete the selected rows'],
]

export const Toolbar = (props: ToolbarProps) => {
  const { unused, canAddApprovers, canAddRows, testing, onAddRow, onAddCondition, onAddApprovers } = props
  return (
    <div className={classes.toolbar}>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPlus size={14} aria-hidden />}
        disabled={!canAddRows}
        onClick={onAddRow}
      >
        Add row
      </Button>
      <Menu position="bottom-start" width={240} returnFocus={false}>
        <Menu.Target>
          <Button size="xs" variant="default" leftSection={<IconColumns3 size={14} aria-hidden />}>
            Add column
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {unused.length > 0 && <Menu.Label>Condition</Menu.Label>}
          {unused.map((type) => (
            <Menu.Item key={type} onClick={() => onAddCondition(type)}>
              {CONDITION_LABELS[type]}
            </Menu.Item>
          ))}
          <Menu.Label>Who approves</Menu.Label>
          <Menu.Item disabled={!canAddApprovers} onClick={onAddApprovers}>
            Approver column
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button size="xs" variant="subtle" leftSection={<IconUpload size={14} aria-hidden />} onClick={props.onImport}>
        Import
      </Button>
      <Button size="xs" variant="subtle" leftSection={<IconDownload size={14} aria-hidden />} onClick={props.onExport}>
        Export CSV
      </Button>
      <Button size="xs" variant="subtle" leftSection={<IconHistory size={14} aria-hidden />} onClick={props.onReplay}>
        Past requests
      </Button>
      <Button size="xs" variant="subtle" leftSection={<IconProgress size={14} aria-hidden />} onClick={props.onRunning}>
        In progress
      </Button>
      <Popover position="bottom-start" shadow="md" width={380} trapFocus returnFocus>
        <Popover.Target>
          <Button size="xs" variant="subtle" leftSection={<IconKeyboard size={14} aria-hidden />}>
            Keyboard
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          <dl className={classes.keys}>
            {KEYS.map(([keys, what]) => (
              <div key={keys}>
                <dt>{keys}</dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
        </Popover.Dropdown>
      </Popover>
      <Button
        className={classes.testButton}
        size="xs"
        variant={testing ? 'light' : 'default'}
        aria-pressed={testing}
        leftSection={<IconUserQuestion size={14} aria-hidden />}
        onClick={props.onTest}
      >
        Who would approve?
      </Button>
    </div>
  )
}
