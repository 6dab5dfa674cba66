import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconDots, IconKey, IconPlayerPause, IconPlayerPlay, IconPlus, IconTrash } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import { z } from 'zod'
import { API_KEY_CALLS, type ApiKey, KEY_END_TOLD_MS } from '../../../../schema/platform/api-keys/endpoints.ts'
import {
  KEY_AREA_WORDS,
  KEY_AREAS,
  KEY_LEVEL_WORDS,
  type KeyLevel,
  type KeyScopes,
} from '../../../../schema/platform/api-keys/scopes.ts'
import { fullName } from '../../../../schema/shared/values.ts'
import {
  apiKeyKeys,
  CreateKeyDialog,
  apiKeysClasses as classes,
  revokeApiKey,
  setApiKeyEnabled,
  useApiKeys,
} from '../../../features/platform/api-keys/index.ts'
import { pageSearch, usePageSearch } from '../../../lib/search-params.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { DateText } from '../../../ui/date-text.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { PersonName } from '../../../ui/person-name.tsx'
import { InOrder } from '../../../ui/settling/in-order.tsx'
import { type State, StatusBadge } from '../../../ui/status-badge.tsx'
import { TableView } from '../../../ui/table/table-view.tsx'
import type { Column } from '../../../ui/table/types.ts'

const search = z.object({ dialog: z.enum(['new']).optional().catch(undefined) })

const PURPOSE =
  'A key lets a program call the REST API with the rights of the admin who created it. It keeps working where your company requires a login method.'

const Page = () => {
  const [{ dialog }, setSearch] = usePageSearch(search)
  const { data, error, refetch } = useApiKeys()
  const revoke = useCommand<ApiKey>({
    run: ({ id }, { commandId }) => revokeApiKey(id, commandId),
    success: (_, { name }) => `${name} revoked`,
    invalidates: [apiKeyKeys.all],
    onSuccess: () => document.getElementById('create-api-key')?.focus(),
  })
  const change = useCommand<ApiKey>({
    run: ({ id, enabled }, { commandId }) => setApiKeyEnabled(id, !enabled, commandId),
    success: (_, { name, enabled }) => `${name} ${enabled ? 'disabled' : 'enabled'}`,
    invalidates: [apiKeyKeys.all],
  })
  const askToRevoke = async (key: ApiKey): Promise<void> => {
    const agreed = await confirm({
      title: `Revoke ${key.name}?`,
      text: 'Programs using this key stop working right away. This can’t be undone. To pause the key, disable it instead.',
      confirmLabel: 'Revoke API key',
      danger: true,
    })
    if (agreed) revoke.send(key)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: commands keep nothing of the render they were made in
  const columns = useMemo(() => columnsOf({ change: change.send, revoke: (key) => void askToRevoke(key) }), [])
  const create = (
    <Button
      id="create-api-key"
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => setSearch({ dialog: 'new' })}
    >
      Create API key
    </Button>
  )
  const isEmpty = data?.length === 0
  return (
    <>
      <PageHeader title="API keys" subtitle={PURPOSE} action={isEmpty ? undefined : create} />
      <InOrder>
        <TableView
          label="API keys"
          columns={columns}
          rows={data}
          rowId={(row) => row.id}
          error={error}
          onRetry={() => void refetch()}
          placeholderRows={3}
          empty={{ icon: <IconKey size={20} aria-hidden />, title: 'No API keys yet', text: PURPOSE, action: create }}
        />
        <p className={classes.about}>
          Send a key as <code>Authorization: Bearer</code>. Each key may make {API_KEY_CALLS} calls a minute, and its
          changes appear in the history under its name. No key changes people, rights, limits or who approves, or moves
          money. All admins get an email two weeks before a key ends.{' '}
          <a href="/api/reference" target="_blank" rel="noreferrer">
            API reference
          </a>
        </p>
      </InOrder>
      <CreateKeyDialog opened={dialog === 'new'} onClose={() => setSearch({ dialog: undefined })} />
    </>
  )
}

/** "Read and change: Bills and payments. Read: Members and settings". */
const scopesText = (scopes: KeyScopes): string => {
  const of = (level: KeyLevel) => KEY_AREAS.filter((area) => scopes[area] === level)
  if (of('WRITE').length === KEY_AREAS.length) return 'Everything'
  return (['WRITE', 'READ'] as const)
    .filter((level) => of(level).length > 0)
    .map(
      (level) =>
        `${KEY_LEVEL_WORDS[level]}: ${of(level)
          .map((area) => KEY_AREA_WORDS[area])
          .join(', ')}`,
    )
    .join('. ')
}

const DAY_MS = 24 * 60 * 60 * 1000
const isOver = ({ expiresAt }: ApiKey): boolean => Date.parse(expiresAt) <= Date.now()
const endsSoon = ({ expiresAt }: ApiKey): boolean => Date.parse(expiresAt) <= Date.now() + KEY_END_TOLD_MS

/** "In 5 days". */
const Ends = ({ apiKey }: { apiKey: ApiKey }) => {
  if (isOver(apiKey)) return 'Over'
  const days = Math.ceil((Date.parse(apiKey.expiresAt) - Date.now()) / DAY_MS)
  return endsSoon(apiKey) ? `In ${days} ${days === 1 ? 'day' : 'days'}` : <DateText instant={apiKey.expiresAt} />
}

const stateOf = (apiKey: ApiKey): State => {
  const { enabled, createdByUser } = apiKey
  if (isOver(apiKey)) return { tone: 'negative', label: 'Over' }
  if (!enabled) return { tone: 'archived', label: 'Disabled' }
  if (endsSoon(apiKey) && !createdByUser.disabled) return { tone: 'waiting', label: 'Ends soon' }
  // Its creator was disabled, and the key with them.
  return createdByUser.disabled
    ? { tone: 'negative', label: 'Creator disabled' }
    : { tone: 'positive', label: 'Enabled' }
}

interface Actions {
  change: (key: ApiKey) => void
  revoke: (key: ApiKey) => void
}

const columnsOf = ({ change, revoke }: Actions): Column<ApiKey>[] => [
  {
    id: 'name',
    header: 'Name',
    card: 'title',
    cell: ({ name, prefix }) => (
      <span className={classes.name}>
        {name}
        <span className={classes.prefix}>{prefix}…</span>
      </span>
    ),
  },
  { id: 'scopes', header: 'Opens', cell: ({ scopes }) => scopesText(scopes) },
  {
    id: 'createdBy',
    header: 'Created by',
    width: '11rem',
    cell: ({ createdByUser, createdAt }) => (
      <span className={classes.name}>
        <PersonName name={fullName(createdByUser)} />
        <span className={classes.since}>
          <DateText instant={createdAt} />
        </span>
      </span>
    ),
  },
  {
    id: 'lastUsed',
    header: 'Last used',
    width: '7rem',
    cell: ({ lastUsed }) => (lastUsed ? <DateText instant={lastUsed} /> : 'Never'),
  },
  { id: 'ends', header: 'Ends', width: '7rem', cell: (row) => <Ends apiKey={row} /> },
  { id: 'state', header: 'State', width: '9rem', cell: (row) => <StatusBadge {...stateOf(row)} /> },
  {
    id: 'actions',
    header: 'Actions',
    align: 'right',
    width: '6rem',
    cell: (row) => (
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={`Actions of ${row.name}`}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={
              row.enabled ? <IconPlayerPause size={16} aria-hidden /> : <IconPlayerPlay size={16} aria-hidden />
            }
            onClick={() => change(row)}
          >
            {row.enabled ? 'Disable' : 'Enable'}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => revoke(row)}>
            Revoke
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    ),
  },
]

export const Route = createFileRoute('/_staff/settings/api-keys')({
  staticData: { access: 'api-keys.manage' },
  validateSearch: pageSearch(search),
  component: Page,
})
