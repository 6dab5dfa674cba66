import { ActionIcon, Menu, Skeleton } from '@mantine/core'
import {
  IconCopy,
  IconDots,
  IconExternalLink,
  IconForms,
  IconLink,
  IconPencil,
  IconRoute,
  IconSettings,
  IconTrash,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useGo } from '../../../../lib/address.ts'
import { toastSuccess } from '../../../../lib/toasts.ts'
import { useCommand } from '../../../../lib/use-command.ts'
import { AppLink, isPlainClick } from '../../../../ui/app-link.tsx'
import { confirm } from '../../../../ui/confirm.tsx'
import { SortableList } from '../../../../ui/reorder/sortable-list.tsx'
import { StatusBadge } from '../../../../ui/status-badge.tsx'
import { useCompany } from '../../../platform/session/index.ts'
import { type CategoryForSettings, configurationKeys, deleteCategory, reorderCategories } from '../api.ts'
import { type CategoryKind, categoryHref, publicFormHref } from '../category-kinds.ts'
import classes from './categories.module.css'
import { deletionText } from './deletion-text.ts'

interface CategoryListProps {
  kind: CategoryKind
  categories: CategoryForSettings[]
  canReorder: boolean
  onEdit: (id: string) => void
  /** If missing, categories can't be added. */
  onDuplicate?: ((id: string) => void) | undefined
  /** Where the focus goes when the last category is deleted. */
  onDeleted: () => void
}

/** The categories in the order that requesters see, saved as soon as it changes. */
export const CategoryList = ({ kind, categories, canReorder, onEdit, onDuplicate, onDeleted }: CategoryListProps) => {
  const client = useQueryClient()
  // The list shows the requested order until the server's arrives.
  const [asked, setAsked] = useState<string[] | null>(null)
  const reorder = useCommand<string[]>({
    run: (ids, { commandId }) => reorderCategories(ids, commandId),
    success: 'Order saved',
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: configurationKeys.categories })
      setAsked(null)
    },
    onError: () => {
      setAsked(null)
      return undefined
    },
  })
  const remove = useCommand<CategoryForSettings>({
    run: (category, { commandId }) => deleteCategory(category.id, commandId),
    success: (_, category) => `${category.name} deleted`,
    invalidates: [configurationKeys.categories],
    onSuccess: onDeleted,
  })
  const askToDelete = async (category: CategoryForSettings): Promise<void> => {
    const agreed = await confirm({
      title: `Delete ${category.name}?`,
      text: deletionText(category),
      confirmLabel: 'Delete category',
      danger: true,
    })
    if (agreed) remove.send(category)
  }
  const shown = asked
    ? [...categories].sort((a, b) => asked.indexOf(a.id) - asked.indexOf(b.id))
    : [...categories].sort((a, b) => a.ordinal - b.ordinal)
  return (
    <div className={classes.table}>
      <div className={classes.head} aria-hidden data-sortable={(canReorder && shown.length > 1) || undefined}>
        <span>{kind.noun === 'form' ? 'Form' : 'Category'}</span>
        <span>Questions</span>
        <span>Workflows</span>
        <span>{kind.filed}</span>
        <span>State</span>
      </div>
      <SortableList
        label={kind.noun === 'form' ? kind.title : 'Request categories'}
        items={shown}
        idOf={(category) => category.id}
        nameOf={(category) => category.name}
        enabled={canReorder && shown.length > 1}
        itemClassName={classes.row}
        onReorder={(next) => {
          const ids = next.map((category) => category.id)
          setAsked(ids)
          reorder.send(ids)
        }}
      >
        {(category, handle) => (
          <CategoryRow
            kind={kind}
            category={category}
            handle={canReorder && shown.length > 1 ? <span className={classes.handle}>{handle}</span> : null}
            onEdit={() => onEdit(category.id)}
            onDuplicate={onDuplicate && (() => onDuplicate(category.id))}
            onDelete={() => void askToDelete(category)}
          />
        )}
      </SortableList>
    </div>
  )
}

interface CategoryRowProps {
  kind: CategoryKind
  category: CategoryForSettings
  handle: ReactNode
  onEdit: () => void
  onDuplicate: (() => void) | undefined
  onDelete: () => void
}

const CategoryRow = ({ kind, category, handle, onEdit, onDuplicate, onDelete }: CategoryRowProps) => {
  const go = useGo()
  const { id: companyId } = useCompany()
  const hrefOf = (part: 'form' | 'workflows' | 'advanced') => categoryHref(kind, category.id, part)
  const publicHref = publicFormHref(companyId, category.id)
  const copyLink = async (): Promise<void> => {
    await navigator.clipboard.writeText(publicHref)
    toastSuccess('Link copied')
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the row is a larger target for the link in it
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has the link
    <div
      className={classes.cells}
      onClick={(event) => {
        if ((event.target as Element).closest('a, button, [role="menu"]') || !isPlainClick(event)) return
        go.to(hrefOf('form'))
      }}
    >
      {handle}
      <div className={classes.name}>
        <AppLink className="ol-link" href={hrefOf('form')}>
          {category.name}
        </AppLink>
        {category.description && <p>{category.description}</p>}
      </div>
      <Count value={category.questionCount} one="question" />
      <Count value={category.workflowCount} one="workflow" />
      <Count value={category.requestCount} one={kind.filedNoun} />
      <div className={classes.state}>
        {category.isReadOnly ? (
          <StatusBadge plain tone="archived" label="Read-only" />
        ) : category.formVersion === 0 ? (
          <StatusBadge plain tone="draft" label="No form yet" />
        ) : (
          <StatusBadge plain tone="positive" label={kind.openLabel} />
        )}
      </div>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={`Actions of ${category.name}`} id={`category-menu-${category.id}`}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconForms size={16} aria-hidden />} component={AppLink} href={hrefOf('form')}>
            Edit form
          </Menu.Item>
          <Menu.Item leftSection={<IconRoute size={16} aria-hidden />} component={AppLink} href={hrefOf('workflows')}>
            Edit workflows
          </Menu.Item>
          <Menu.Item leftSection={<IconSettings size={16} aria-hidden />} component={AppLink} href={hrefOf('advanced')}>
            Advanced settings
          </Menu.Item>
          {kind.type === 'PUBLIC' && category.formVersion > 0 && (
            <>
              <Menu.Divider />
              <Menu.Item
                leftSection={<IconExternalLink size={16} aria-hidden />}
                component="a"
                href={publicHref}
                target="_blank"
                rel="noreferrer"
              >
                Open the public form
              </Menu.Item>
              <Menu.Item leftSection={<IconLink size={16} aria-hidden />} onClick={() => void copyLink()}>
                Copy the public link
              </Menu.Item>
              <Menu.Divider />
            </>
          )}
          {onDuplicate && (
            <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} onClick={onDuplicate}>
              Duplicate
            </Menu.Item>
          )}
          {!category.isReadOnly && (
            <>
              <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={onEdit}>
                Edit name and description
              </Menu.Item>
              <Menu.Divider />
              <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={onDelete}>
                Delete
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}

const Count = ({ value, one }: { value: number; one: string }) => (
  <span className={classes.count} data-zero={value === 0 || undefined}>
    {value.toLocaleString('en-US')}
    <span className={classes.unit}> {value === 1 ? one : `${one}s`}</span>
  </span>
)

export const CategoryPlaceholders = () => (
  <div className={classes.table} aria-hidden>
    {['a', 'b', 'c', 'd', 'e'].map((key) => (
      <div key={key} className={classes.bone}>
        <Skeleton height={12} width="30%" />
        <Skeleton height={10} width="50%" mt={8} />
      </div>
    ))}
  </div>
)
