import { ActionIcon, Button, Group, Menu, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconBookmark, IconChevronDown, IconCopy, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { toastSuccess } from '../../../lib/toasts.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { deleteView, saveFilters, useViews, vendorKeys } from './api.ts'
import { isNarrowed, type ListSearch, NO_FILTERS, queryOf, type SetListSearch } from './filters.ts'
import classes from './vendors.module.css'

type View = NonNullable<ReturnType<typeof useViews>['data']>[number]

const filtersOf = ({ filters }: View): Parameters<SetListSearch>[0] => {
  const { answerFilters, filter, orderBy: _, ...rest } = filters
  return { ...NO_FILTERS, ...rest, filter: filter === 'ACTIVE' ? undefined : filter, answers: answerFilters }
}

const same = (view: View, search: ListSearch): boolean => {
  const { orderBy: _, ...filters } = view.filters
  const asked = { filter: 'ACTIVE' as const, ...queryOf(search) }
  const text = (value: object) => JSON.stringify(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return text(filters) === text(asked)
}

/** The person's saved views of the list, and links to share them. */
export const SavedViews = ({ search, setSearch }: { search: ListSearch; setSearch: SetListSearch }) => {
  const { data = [] } = useViews()
  const [naming, setNaming] = useState(false)
  const [managing, setManaging] = useState(false)
  const shown = search.view ? data.find(({ hash }) => hash === search.view) : data.find((view) => same(view, search))
  const removal = useCommand({
    run: (id: string, { commandId }) => deleteView(id, commandId),
    success: 'View deleted',
    invalidates: [vendorKeys.views],
  })
  const copy = useCommand({
    run: (filters: ReturnType<typeof queryOf>, { commandId }) => saveFilters({ filters }, commandId),
    onSuccess: async ({ hash }) => {
      await navigator.clipboard.writeText(`${window.location.origin}/vendors?view=${hash}`)
      toastSuccess('Link copied')
    },
  })
  const remove = async (view: View): Promise<void> => {
    const sure = await confirm({
      title: 'Delete view',
      text: `“${view.label}” is deleted. Its vendors aren’t affected.`,
      confirmLabel: 'Delete view',
      danger: true,
    })
    if (sure) removal.send(view.id)
  }
  const filtered = isNarrowed(search) && !search.view
  return (
    <>
      <Menu position="bottom-start" width={280}>
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<IconBookmark size={16} aria-hidden />}
            rightSection={<IconChevronDown size={14} aria-hidden />}
          >
            {shown?.label ?? 'Views'}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {data.length === 0 && <Menu.Label>No saved views yet</Menu.Label>}
          {data.map((view) => (
            <Menu.Item
              key={view.id}
              aria-current={view === shown || undefined}
              onClick={() => setSearch(filtersOf(view))}
            >
              {view.label}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item disabled={!filtered || shown !== undefined} onClick={() => setNaming(true)}>
            Save this view
          </Menu.Item>
          <Menu.Item
            leftSection={<IconCopy size={14} aria-hidden />}
            disabled={!filtered}
            onClick={() => copy.send(queryOf(search))}
          >
            Copy a link to this view
          </Menu.Item>
          {data.length > 0 && <Menu.Item onClick={() => setManaging(true)}>Manage views</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      <Dialog opened={managing} onClose={() => setManaging(false)} title="Views">
        {data.length === 0 && <Text>You have nothing saved.</Text>}
        <ul className={classes.entries}>
          {data.map((view) => (
            <li key={view.id}>
              <span className={classes.entryText}>{view.label}</span>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Delete ${view.label}`}
                onClick={() => void remove(view)}
              >
                <IconTrash size={16} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      </Dialog>
      {naming && <NameDialog search={search} onClose={() => setNaming(false)} />}
    </>
  )
}

const NameDialog = ({ search, onClose }: { search: ListSearch; onClose: () => void }) => {
  const form = useForm({
    initialValues: { label: '' },
    validate: { label: (label) => (label.trim() ? null : 'Required') },
  })
  const saving = useCommand({
    run: ({ label }: { label: string }, { commandId }) => saveFilters({ filters: queryOf(search), label }, commandId),
    success: 'View saved',
    invalidates: [vendorKeys.views],
    form,
    onSuccess: onClose,
  })
  return (
    <Dialog opened onClose={onClose} title="Save this view">
      <form onSubmit={form.onSubmit((values) => saving.send({ label: values.label.trim() }))} noValidate>
        <Stack gap="sm">
          <TextInput label="Name" withAsterisk maxLength={80} data-autofocus {...form.getInputProps('label')} />
          <Group justify="flex-end" gap="xs" mt="xs">
            <Button variant="default" onClick={onClose} disabled={saving.isPending}>
              Cancel
            </Button>
            <Button type="submit" loading={saving.isPending}>
              Save view
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
