import { Menu } from '@mantine/core'
import {
  IconArchive,
  IconArchiveOff,
  IconArrowBack,
  IconEye,
  IconPencil,
  IconRefresh,
  IconTrash,
} from '@tabler/icons-react'
import type { ApprovalsView } from '../../../../schema/approvals/engine/endpoints.ts'
import * as acting from '../../../../schema/money/bills/acting-endpoints.ts'
import { deleteBill } from '../../../../schema/money/bills/endpoints.ts'
import { to, useGo } from '../../../lib/address.ts'
import { call } from '../../../lib/rest.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { ArchiveDialog } from '../../../ui/archive-dialog.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { editHref } from './address.ts'
import { type Bill, billKeys, invoiceKeys } from './api.ts'

/** Whether the page's menu has anything. */
export const hasMenu = (
  { canEdit, canArchive, canDelete, canRestart }: Bill,
  { canWatch, canWithdraw }: May,
): boolean => canEdit || canArchive || canDelete || canRestart || canWatch || canWithdraw

/** What the person may do with its approvals. */
type May = Pick<ApprovalsView, 'canWatch' | 'canWithdraw'>
export type BillDialog = 'archive' | 'withdraw' | 'watchers'

interface BillMenuProps {
  bill: Bill
  may: May
  open: (dialog: BillDialog) => void
}

export const BillMenu = ({ bill, may, open }: BillMenuProps) => {
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
      {may.canWatch && (
        <Menu.Item leftSection={<IconEye size={16} />} onClick={() => open('watchers')}>
          Watchers…
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
      {may.canWithdraw && (
        <Menu.Item leftSection={<IconArrowBack size={16} />} onClick={() => open('withdraw')}>
          Withdraw…
        </Menu.Item>
      )}
      {bill.canArchive && (
        <Menu.Item
          leftSection={bill.archived ? <IconArchiveOff size={16} /> : <IconArchive size={16} />}
          onClick={() => open('archive')}
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
  const archive = useCommand<{ message?: string }>({
    run: (said, { commandId }) =>
      call(acting.setBillArchived, { params: { billId: id }, body: { archived: !archived, ...said }, commandId }),
    success: archived ? 'Bill unarchived' : 'Bill archived',
    invalidates: [billKeys.all],
    onSuccess: onClose,
  })
  return (
    <ArchiveDialog
      noun="bill"
      archived={archived}
      isPending={archive.isPending}
      onConfirm={archive.send}
      onClose={onClose}
    />
  )
}
