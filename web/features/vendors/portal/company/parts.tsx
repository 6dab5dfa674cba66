import { ActionIcon, Button, Menu, Skeleton } from '@mantine/core'
import { IconDots, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useCommand } from '../../../../lib/use-command.ts'
import { confirm } from '../../../../ui/confirm.tsx'
import { Section } from '../../../../ui/details.tsx'
import { EmptyState } from '../../../../ui/states.tsx'
import { companyKeys } from './api.ts'
import classes from './company.module.css'

interface PartsProps<Part extends { id: string }> {
  id: string
  title: string
  /** "address", in buttons and questions. */
  noun: string
  parts: readonly Part[] | undefined
  empty: { icon: ReactNode; text: string }
  nameOf: (part: Part) => string
  /** What else deleting one does, beside that it is deleted. */
  deleteText: string
  remove: (id: string, commandId: string) => Promise<unknown>
  card: (part: Part) => ReactNode
  dialog: (part: Part | null, onClose: () => void) => ReactNode
}

/** A section of the profile: cards that can be added, changed and deleted. */
export const Parts = <Part extends { id: string }>(props: PartsProps<Part>) => {
  const { id, title, noun, parts, empty, nameOf, deleteText, remove, card, dialog } = props
  const [opened, setOpened] = useState<Part | 'new' | null>(null)
  const deletion = useCommand<Part>({
    run: (part, { commandId }) => remove(part.id, commandId),
    success: (_, part) => `${nameOf(part)} deleted`,
    invalidates: [companyKeys.all],
  })
  const ask = async (part: Part) => {
    const agreed = await confirm({
      title: `Delete ${nameOf(part)}?`,
      text: deleteText,
      confirmLabel: `Delete ${noun}`,
      danger: true,
    })
    if (agreed) deletion.send(part)
  }
  const add = (
    <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpened('new')}>
      Add {noun}
    </Button>
  )
  return (
    <Section id={id} title={title} aside={parts && parts.length > 0 ? add : undefined}>
      {!parts && <Skeleton height={96} radius={8} />}
      {parts?.length === 0 && (
        <EmptyState compact icon={empty.icon} title={`No ${noun} yet`} text={empty.text} action={add} />
      )}
      {parts && parts.length > 0 && (
        <ul className={classes.cards}>
          {parts.map((part) => (
            <li key={part.id} className={classes.card}>
              <div className={classes.cardText}>{card(part)}</div>
              <Menu position="bottom-end">
                <Menu.Target>
                  <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${nameOf(part)}`}>
                    <IconDots size={16} />
                  </ActionIcon>
                </Menu.Target>
                <Menu.Dropdown>
                  <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setOpened(part)}>
                    Edit
                  </Menu.Item>
                  <Menu.Item
                    color="red"
                    leftSection={<IconTrash size={16} aria-hidden />}
                    onClick={() => void ask(part)}
                  >
                    Delete
                  </Menu.Item>
                </Menu.Dropdown>
              </Menu>
            </li>
          ))}
        </ul>
      )}
      {opened && dialog(opened === 'new' ? null : opened, () => setOpened(null))}
    </Section>
  )
}
