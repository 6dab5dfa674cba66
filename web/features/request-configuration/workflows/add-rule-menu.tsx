import { Button, Menu } from '@mantine/core'
import { IconListCheck, IconPlus, IconUserCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { RuleType } from '../../../../schema/approvals/definition.ts'

interface AddRuleMenuProps {
  id: string
  label: string
  variant: 'default' | 'subtle' | 'filled'
  children: ReactNode
  onAdd: (type: RuleType) => void
}

/** Approval or task: the kinds of rules that can be configured today. */
export const AddRuleMenu = ({ id, label, variant, children, onAdd }: AddRuleMenuProps) => (
  <Menu position="bottom-start" width={280} returnFocus={false}>
    <Menu.Target>
      <Button
        id={id}
        aria-label={label}
        variant={variant}
        size={variant === 'subtle' ? 'compact-sm' : 'sm'}
        leftSection={<IconPlus size={16} aria-hidden />}
      >
        {children}
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Item leftSection={<IconUserCheck size={18} aria-hidden />} onClick={() => onAdd('APPROVAL')}>
        Approval
        <br />
        <small>Somebody approves or rejects the request</small>
      </Menu.Item>
      <Menu.Item leftSection={<IconListCheck size={18} aria-hidden />} onClick={() => onAdd('TASK')}>
        Task
        <br />
        <small>Somebody has to do something first</small>
      </Menu.Item>
    </Menu.Dropdown>
  </Menu>
)
