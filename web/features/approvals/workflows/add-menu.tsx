import { Button, Menu } from '@mantine/core'
import { IconPlus, type IconProps } from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'

export interface AddMenuProps<T> {
  id: string
  label: string
  variant: 'default' | 'subtle' | 'filled'
  children: ReactNode
  onAdd: (type: T) => void
}

interface Offered<T> {
  type: T
  label: string
  text: string
  icon: ComponentType<IconProps> | undefined
}

/** A button that adds one of several kinds of rules. */
export const AddMenu = <T extends string>({
  id,
  label,
  variant,
  children,
  onAdd,
  offered,
}: AddMenuProps<T> & { offered: readonly Offered<T>[] }) => (
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
      {offered.map(({ type, label: title, text, icon: Icon }) => (
        <Menu.Item key={type} leftSection={Icon && <Icon size={18} aria-hidden />} onClick={() => onAdd(type)}>
          {title}
          <br />
          <small>{text}</small>
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
)
