import { Button, Group, Menu, Text } from '@mantine/core'
import { IconArchive, IconArchiveOff, IconPencil, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import * as acting from '../../../../schema/money/bills/acting-endpoints.ts'
import { deleteBill } from '../../../../schema/money/bills/endpoints.ts'
import { to, useGo } from '../../../lib/address.ts'
import { call } from '../../../lib/rest.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { editHref } from './address.ts'
import { type Bill, billKeys, invoiceKeys } from './api.ts'

/** Whether the page's menu has anything. */
export const hasMenu = ({ canEdit, canArchive, canDelete, canRestart }: Bill): boolean =>
  canEdit || canArchive || canDelete || canRestart

interface BillMenuProps {
  bill: Bill
  onArchive: () => void
}

export const BillMenu = ({ bill, onArchive }: BillMenuProps) => {
  const { id, displayName } = bill
  const go = useGo()
  const restart = useCommand({
    run: (_: undefined, { commandId }) => call(acting.restartBill, { params: { billId: id }, commandId }),
    success: 'Approvals restarted',
    invalidates: [billKeys.one(id)],
  })
  const remove = useCommand({
    run: (_: undefined, { commandId }) => call(deleteBill, { params: { billId: id }, commandId }),
    success: 'Bill deleted',
    onSuccess: () => go.to(to('/payments/bills')),
    invalidates: [billKeys.all, invoiceKeys.all],
  })
  const askRestart = async (): Promise<void> => {
    const sure = await confirm({
      title: 'Restart approvals',
      text: 'All approvals start over by the current rules. Earlier decisions no longer count.',
      confirmLabel: 'Restart approvals',
    })
    if (sure) restart.send(undefined)
  }
  const askDelete = async (): Promise<void> => {
    const sure = await confirm({
      title: 'Delete bill',
      text: `${displayName} is permanently deleted with its comments, and its invoice waits for a bill again. The history stays in the audit log.`,
      confirmLabel: 'Delete bill',
      danger: true,
    })
    if (sure) remove.send(undefined)
  }
  return (
    <>
      {bill.canEdit && (
        <Menu.Item leftSection={<IconPencil size={16} />} component={AppLink} href={editHref(id)}>
          Edit
        </Menu.Item>
      )}
      {bill.canRestart && (
        <Menu.Item
          leftSection={<IconRefresh size={16} />}
          disabled={restart.isPending}
          onClick={() => void askRestart()}
        >
          Restart approvals
        </Menu.Item>
      )}
      {bill.canArchive && (
        <Menu.Item
          leftSection={bill.archived ? <IconArchiveOff size={16} /> : <IconArchive size={16} />}
          onClick={onArchive}
        >
          {bill.archived ? 'Unarchive…' : 'Archive…'}
        </Menu.Item>
      )}
      {bill.canDelete && (
        <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => void askDelete()}>
          Delete
        </Menu.Item>
      )}
    </>
  )
}

export const ArchiveBillDialog = ({ bill, onClose }: { bill: Bill; onClose: () => void }) => {
  const { id, archived } = bill
  const [message, setMessage] = useState('')
  const archive = useCommand({
    run: (_: undefined, { commandId }) => {
      const said = message.trim() ? { message: message.trim() } : {}
      return call(acting.setBillArchived, { params: { billId: id }, body: { archived: !archived, ...said }, commandId })
    },
    success: archived ? 'Bill unarchived' : 'Bill archived',
    invalidates: [billKeys.all],
    onSuccess: onClose,
  })
  const title = archived ? 'Unarchive bill' : 'Archive bill'
  return (
    <Dialog opened onClose={onClose} title={title}>
      <Text>
        {archived
          ? 'It returns to the lists, and approvals continue where they stopped.'
          : 'Approvals stop and it leaves your lists. You can unarchive it at any time.'}
      </Text>
      <TextArea
        mt="md"
        label="Message"
        description="Optional. It appears in the history."
        maxLength={5000}
        minRows={2}
        data-autofocus
        value={message}
        onChange={(event) => setMessage(event.currentTarget.value)}
      />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} disabled={archive.isPending}>
          Cancel
        </Button>
        <Button loading={archive.isPending} onClick={() => archive.send(undefined)}>
          {title}
        </Button>
      </Group>
    </Dialog>
  )
}
