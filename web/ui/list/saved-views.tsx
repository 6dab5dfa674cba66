import { ActionIcon, Button, Group, Menu, Stack, Text, TextInput } from '@mantine/core'
import { IconBookmark, IconChevronDown, IconCopy, IconTrash } from '@tabler/icons-react'
import { type QueryKey, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnyEndpoint } from '../../../schema/shared/endpoint.ts'
import { toastSuccess } from '../../lib/toasts.ts'
import { useCommand } from '../../lib/use-command.ts'
import { confirm } from '../confirm.tsx'
import { Dialog } from '../dialog.tsx'
import { useEndpointForm } from '../endpoint-form.ts'
import classes from './list.module.css'

interface View<Filters> {
  id: string
  label: string
  hash: string
  filters: Filters
}

/** Where a list keeps its views. */
export interface ViewSource<Query, Filters> {
  key: QueryKey
  read: (signal: AbortSignal) => Promise<View<Filters>[]>
  /** Its body checks what is saved. */
  saving: AnyEndpoint
  save: (body: { filters: Query; label?: string }, commandId: string) => Promise<{ hash: string }>
  remove: (id: string, commandId: string) => Promise<unknown>
}

interface SavedViewsProps<Query, Filters> {
  source: ViewSource<Query, Filters>
  /** "vendors" */
  nouns: string
  /** The filters that are set. */
  query: Query
  /** The hash of shared filters, which replace the others. */
  shared: string | undefined
  isNarrowed: boolean
  isShown: (filters: Filters) => boolean
  onChoose: (filters: Filters) => void
}

/** The person's saved views of a list, and links to share them. */
export const SavedViews = <Query, Filters>(props: SavedViewsProps<Query, Filters>) => {
  const { source, nouns, query, shared, isNarrowed, isShown, onChoose } = props
  const { data = [] } = useQuery({ queryKey: source.key, queryFn: ({ signal }) => source.read(signal) })
  const [naming, setNaming] = useState(false)
  const [managing, setManaging] = useState(false)
  const shown = data.find(({ hash, filters }) => (shared ? hash === shared : isShown(filters)))
  const removal = useCommand({
    run: (id: string, { commandId }) => source.remove(id, commandId),
    success: 'View deleted',
    invalidates: [source.key],
  })
  const copy = useCommand({
    run: (filters: Query, { commandId }) => source.save({ filters }, commandId),
    onSuccess: async ({ hash }) => {
      const { origin, pathname } = window.location
      await navigator.clipboard.writeText(`${origin}${pathname}?view=${hash}`)
      toastSuccess('Link copied')
    },
  })
  const remove = async ({ id, label }: View<Filters>): Promise<void> => {
    const sure = await confirm({
      title: 'Delete view',
      text: `“${label}” is deleted. Its ${nouns} aren’t affected.`,
      confirmLabel: 'Delete view',
      danger: true,
    })
    if (sure) removal.send(id)
  }
  const filtered = isNarrowed && !shared
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
            <Menu.Item key={view.id} aria-current={view === shown || undefined} onClick={() => onChoose(view.filters)}>
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
            onClick={() => copy.send(query)}
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
      {naming && <NameDialog source={source} query={query} onClose={() => setNaming(false)} />}
    </>
  )
}

interface NameDialogProps<Query, Filters> extends Pick<SavedViewsProps<Query, Filters>, 'source' | 'query'> {
  onClose: () => void
}

const NameDialog = <Query, Filters>({ source, query, onClose }: NameDialogProps<Query, Filters>) => {
  const { form, submit, isPending } = useEndpointForm(source.saving, {
    initial: { label: '' },
    toBody: ({ label }) => ({ filters: query, label }),
    run: (body, { commandId }) => source.save(body as { filters: Query; label: string }, commandId),
    success: 'View saved',
    invalidates: [source.key],
    onSuccess: onClose,
  })
  return (
    <Dialog opened onClose={onClose} title="Save this view">
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <TextInput label="Name" withAsterisk maxLength={80} data-autofocus {...form.getInputProps('label')} />
          <Group justify="flex-end" gap="xs" mt="xs">
            <Button variant="default" onClick={onClose} disabled={isPending}>
              Cancel
            </Button>
            <Button type="submit" loading={isPending}>
              Save view
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
