import { ActionIcon, Button, Group, Menu, Stack, Text, TextInput } from '@mantine/core'
import { IconBookmark, IconChevronDown, IconPencil, IconTrash } from '@tabler/icons-react'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { type SavedFilter, saveFilterQuery } from '../../../../schema/requests/endpoints.ts'
import { parseSearch } from '../../../lib/search-params.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { deleteSavedFilter, requestKeys, saveFilter, useSavedFilters } from '../submissions/index.ts'
import classes from './list.module.css'

const NOT_SAVED = ['cursor', 'view', 'attention']

/** What is saved from the address: filters, tab and sorting, but not the page. */
export const savedQuery = (address: string): string => {
  const params = new URLSearchParams(address)
  for (const name of NOT_SAVED) params.delete(name)
  return params.toString()
}

interface Naming {
  /** Missing for a new one. */
  id?: string
  label: string
  queryString: string
}

/** The person's saved filters for this list. One click applies them. */
export const SavedFilters = () => {
  const { data = [] } = useSavedFilters()
  const navigate = useNavigate()
  const address = useRouterState({ select: (state) => state.location.searchStr })
  const [naming, setNaming] = useState<Naming | null>(null)
  const [managing, setManaging] = useState(false)
  const current = savedQuery(address)
  const shown = data.find((filter) => filter.queryString === current)
  const removal = useCommand({
    run: (id: string, { commandId }) => deleteSavedFilter(id, commandId),
    success: 'Saved filter deleted',
    invalidates: [requestKeys.savedFilters],
  })
  const replacement = useCommand({
    run: (filter: SavedFilter, { commandId }) => saveFilter(filter, commandId),
    success: (_, { label }) => `“${label}” updated`,
    invalidates: [requestKeys.savedFilters],
  })
  const show = (filter: SavedFilter): void => {
    void navigate({ to: '.', search: parseSearch(filter.queryString) as never })
  }
  const remove = async (filter: SavedFilter): Promise<void> => {
    const sure = await confirm({
      title: 'Delete saved filter',
      text: `“${filter.label}” is deleted. Its requests aren’t affected.`,
      confirmLabel: 'Delete saved filter',
      danger: true,
    })
    if (sure) removal.send(filter.id)
  }
  return (
    <>
      <Menu position="bottom-start" width={280}>
        <Menu.Target>
          <Button
            variant="default"
            className={classes.savedButton ?? ''}
            leftSection={<IconBookmark size={16} aria-hidden />}
            rightSection={<IconChevronDown size={14} aria-hidden />}
          >
            {shown?.label ?? 'Saved filters'}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {data.length === 0 && <Menu.Label>No saved filters yet</Menu.Label>}
          {data.map((filter) => (
            <Menu.Item key={filter.id} aria-current={filter === shown || undefined} onClick={() => show(filter)}>
              {filter.label}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item
            disabled={current === '' || shown !== undefined}
            onClick={() => setNaming({ label: '', queryString: current })}
          >
            Save this filter
          </Menu.Item>
          {data.length > 0 && <Menu.Item onClick={() => setManaging(true)}>Manage saved filters</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      <Dialog opened={managing} onClose={() => setManaging(false)} title="Saved filters">
        {data.length === 0 && <Text>You have nothing saved.</Text>}
        <ul className={classes.savedList}>
          {data.map((filter) => (
            <li key={filter.id}>
              <span className={classes.savedName}>{filter.label}</span>
              {current !== '' && filter !== shown && (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-label={`Replace ${filter.label} with the current filter`}
                  onClick={() => replacement.send({ ...filter, queryString: current })}
                >
                  Replace
                </Button>
              )}
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Rename ${filter.label}`}
                onClick={() => setNaming(filter)}
              >
                <IconPencil size={16} />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Delete ${filter.label}`}
                onClick={() => void remove(filter)}
              >
                <IconTrash size={16} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      </Dialog>
      {naming && <NameDialog naming={naming} onClose={() => setNaming(null)} />}
    </>
  )
}

const NameDialog = ({ naming, onClose }: { naming: Naming; onClose: () => void }) => {
  const { form, submit, isPending } = useEndpointForm(saveFilterQuery, {
    initial: { label: naming.label },
    toBody: ({ label }) => ({ ...naming, label }),
    success: 'Filter saved',
    invalidates: [requestKeys.savedFilters],
    onSuccess: onClose,
  })
  return (
    <Dialog opened onClose={onClose} title={naming.id ? 'Rename saved filter' : 'Save this filter'}>
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <TextInput label="Name" withAsterisk maxLength={100} data-autofocus {...form.getInputProps('label')} />
          <Group justify="flex-end" gap="xs" mt="xs">
            <Button variant="default" onClick={onClose} disabled={isPending}>
              Cancel
            </Button>
            <Button type="submit" loading={isPending}>
              Save filter
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
