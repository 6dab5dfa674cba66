import { Button, Menu } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { RuleType } from '../../../../schema/approvals/workflows/definition.ts'
import { RULE_TYPE_LABELS } from '../../../../schema/requests/workflows/definition-rules.ts'
import { RULE_ICONS } from './rule-icons.ts'

interface AddRuleMenuProps {
  id: string
  label: string
  variant: 'default' | 'subtle' | 'filled'
  children: ReactNode
  onAdd: (type: RuleType) => void
}

const OFFERED: { type: RuleType; text: string }[] = [
  { type: 'APPROVAL', text: 'Someone approves or rejects the request' },
  { type: 'TASK', text: 'Someone completes a task' },
  { type: 'ADDITIONAL_STEP', text: 'Someone answers more questions from the form' },
  { type: 'CREATE_SERVICE', text: 'Someone creates the service, prefilled from the answers' },
  { type: 'SEND_DOCUMENT', text: 'Documents are emailed automatically' },
  { type: 'WEBHOOK', text: 'Another system is notified automatically' },
]

/** Approval or task: the kinds of rules that can be configured today. */
export const AddRuleMenu = ({ id, label, variant, children, onAdd }: AddRuleMenuProps) => (
  <Menu position="bottom-start" width={300} returnFocus={false}>
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
      {OFFERED.map(({ type, text }) => {
        const Icon = RULE_ICONS[type]
        return (
          <Menu.Item key={type} leftSection={Icon && <Icon size={18} aria-hidden />} onClick={() => onAdd(type)}>
            {RULE_TYPE_LABELS[type]}
            <br />
            <small>{text}</small>
          </Menu.Item>
        )
      })}
    </Menu.Dropdown>
  </Menu>
)
