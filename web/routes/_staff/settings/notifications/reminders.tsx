import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconBell, IconDots, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { z } from 'zod'
import { MOST_REMINDERS, type Reminder } from '../../../../../schema/platform/notifications/endpoints.ts'
import {
  settingsClasses as classes,
  daysText,
  deleteReminder,
  NotificationsFrame,
  notificationKeys,
  ReminderDialog,
  useReminders,
} from '../../../../features/platform/notifications/index.ts'
import { RenewalReminderSettings } from '../../../../features/vendors/renewals/index.ts'
import { pageSearch, usePageSearch } from '../../../../lib/search-params.ts'
import { searchText } from '../../../../lib/search-text.ts'
import { useCommand } from '../../../../lib/use-command.ts'
import { confirm } from '../../../../ui/confirm.tsx'
import { TableView } from '../../../../ui/table/table-view.tsx'
import type { Column } from '../../../../ui/table/types.ts'

const search = z.object({
  /** 'new', or the id of the reminder being edited. */
  dialog: searchText,
})

const PURPOSE =
  'Approvers who haven’t acted this many days after their turn get an email with the note, one for each reminder.'

const Page = () => {
  const [{ dialog }, setSearch] = usePageSearch(search)
  const { data, error, refetch } = useReminders()
  const edited = data?.find(({ id }) => id === dialog) ?? null
  const { send } = useCommand<Reminder>({
    run: ({ id }, { commandId }) => deleteReminder(id, commandId),
    success: 'Reminder deleted',
    invalidates: [notificationKeys.reminders],
    onSuccess: () => document.getElementById('add-reminder')?.focus(),
  })
  const edit = useCallback((row: Reminder) => setSearch({ dialog: row.id }), [setSearch])
  const askToDelete = useCallback(
    async (row: Reminder): Promise<void> => {
      const agreed = await confirm({
        title: `Delete the reminder after ${daysText(row.daysAfterNotification)}?`,
        text: 'It won’t remind anyone anymore. Reminders already sent aren’t affected.',
        confirmLabel: 'Delete reminder',
        danger: true,
      })
      if (agreed) send(row)
    },
    [send],
  )
  const columns = useMemo(() => columnsOf(edit, askToDelete), [edit, askToDelete])
  const isFull = (data?.length ?? 0) >= MOST_REMINDERS
  const add = (
    <Button
      id="add-reminder"
      leftSection={<IconPlus size={16} aria-hidden />}
      disabled={isFull}
      onClick={() => setSearch({ dialog: 'new' })}
    >
      Add reminder
    </Button>
  )
  const isEmpty = data?.length === 0
  return (
    <NotificationsFrame tab="reminders">
      {!isEmpty && (
        <div className={classes.bar}>
          <p>
            {PURPOSE}
            {isFull && ` There can be ${MOST_REMINDERS} reminders.`}
          </p>
          {add}
        </div>
      )}
      <TableView
        label="Reminders"
        columns={columns}
        rows={data}
        rowId={(row) => row.id}
        onOpen={edit}
        error={error}
        onRetry={() => void refetch()}
        placeholderRows={3}
        empty={{
          icon: <IconBell size={20} aria-hidden />,
          title: 'No reminders yet',
          text: PURPOSE,
          action: add,
        }}
      />
      <div className={classes.further}>
        <RenewalReminderSettings />
      </div>
      <ReminderDialog
        reminder={edited}
        opened={dialog === 'new' || edited !== null}
        onClose={() => setSearch({ dialog: undefined })}
      />
    </NotificationsFrame>
  )
}

const columnsOf = (edit: (row: Reminder) => void, remove: (row: Reminder) => Promise<void>): Column<Reminder>[] => [
  {
    id: 'days',
    header: 'Days after notification',
    width: '14rem',
    card: 'title',
    cell: ({ daysAfterNotification }) => daysText(daysAfterNotification),
  },
  {
    id: 'note',
    header: 'Note',
    cell: ({ note }) => (note ? <span className={classes.note}>{note}</span> : <span aria-hidden>–</span>),
  },
  {
    id: 'actions',
    header: 'Actions',
    align: 'right',
    width: '6rem',
    cell: (row) => (
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={`Actions of the reminder after ${daysText(row.daysAfterNotification)}`}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => edit(row)}>
            Edit
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => void remove(row)}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    ),
  },
]

export const Route = createFileRoute('/_staff/settings/notifications/reminders')({
  staticData: { access: 'notifications.manage' },
  validateSearch: pageSearch(search),
  component: Page,
})
