import { Button, Menu } from '@mantine/core'
import {
  IconArchive,
  IconArchiveOff,
  IconArrowBack,
  IconCopy,
  IconEye,
  IconPackage,
  IconPencil,
  IconRefresh,
  IconSignature,
  IconTrash,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { to, useGo } from '../../../lib/address.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { DateText } from '../../../ui/date-text.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { requestState, StatusBadge } from '../../../ui/status-badge.tsx'
import { useEvidenceDialog } from '../../approvals/evidence/index.ts'
import { useCan } from '../../platform/session/index.ts'
import { detailsClasses as classes, WithdrawDialog } from '../../requests/submissions/index.ts'
import { SPEND_REQUESTS } from './address.ts'
import { type SpendRequest, useDeleteSpendRequest, useRestart } from './api.ts'
import { ArchiveDialog } from './archive-dialog.tsx'
import { ServicesDialog, SignerDialog, WatchersDialog } from './edit-dialogs.tsx'

type OpenDialog = 'archive' | 'withdraw' | 'watchers' | 'services' | 'signer' | null

interface HeaderProps {
  spend: SpendRequest
  sentence: ReactNode
  updated: boolean
  canWatch: boolean
  canWithdraw: boolean
}

/** What it is, where it stands, and what can be done with it. */
export const SpendHeader = ({ spend, sentence, updated, canWatch, canWithdraw }: HeaderProps) => {
  const { id, readableId, status } = spend
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const close = () => setDialog(null)
  const evidence = useEvidenceDialog('SPEND_REQUEST', id)
  const resubmits = (status === 'REJECTED' || status === 'WITHDRAWN') && spend.canEdit
  const editHref = to('/spend-requests/$spendRequestId/edit', { spendRequestId: id })
  const modifyHref = to('/spend-requests/modify/$spendRequestId', { spendRequestId: id })
  return (
    <>
      <PageHeader
        title={spend.displayName}
        tabTitle={`${readableId} - Spend requests`}
        breadcrumbs={[SPEND_REQUESTS]}
        state={
          <>
            <span className={classes.number}>{readableId}</span>
            <StatusBadge {...requestState(spend)} />
            <span role="status" className={classes.updated}>
              {updated && 'Updated just now'}
            </span>
          </>
        }
        action={
          resubmits ? (
            <Button component={AppLink} href={editHref}>
              Edit and resubmit
            </Button>
          ) : (
            spend.canModify && (
              <Button component={AppLink} href={modifyHref} variant="default">
                Modify
              </Button>
            )
          )
        }
        menu={
          <>
            {evidence.item}
            <HeaderMenu spend={spend} open={setDialog} canWatch={canWatch} canWithdraw={canWithdraw} />
          </>
        }
        subtitle={
          <>
            {sentence}
            <p className={classes.summary}>
              <span>{spend.requestor.name}</span>
              <MoneyText money={spend.estimatedCost} />
              <span>
                submitted <DateText instant={spend.createdAt} />
              </span>
            </p>
            {spend.archiveMessage && <p className={classes.summary}>Archived: {spend.archiveMessage}</p>}
          </>
        }
      />
      {evidence.dialog}
      {dialog === 'withdraw' && <WithdrawDialog id={id} onClose={close} />}
      {dialog === 'archive' && <ArchiveDialog id={id} archived={spend.archived} onClose={close} />}
      {dialog === 'watchers' && <WatchersDialog spend={spend} onClose={close} />}
      {dialog === 'services' && <ServicesDialog spend={spend} onClose={close} />}
      {dialog === 'signer' && <SignerDialog spend={spend} onClose={close} />}
    </>
  )
}

interface HeaderMenuProps {
  spend: SpendRequest
  open: (dialog: OpenDialog) => void
  canWatch: boolean
  canWithdraw: boolean
}

const HeaderMenu = ({ spend, open, canWatch, canWithdraw }: HeaderMenuProps) => {
  const { id, readableId } = spend
  const can = useCan()
  const go = useGo()
  const restart = useRestart(id)
  const remove = useDeleteSpendRequest(id, () => go.to(to('/spend-requests')))
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
      title: 'Delete spend request',
      text: `${readableId} is permanently deleted with its comments. Its history stays in the audit log. To keep a record, archive it instead.`,
      confirmLabel: 'Delete spend request',
      danger: true,
    })
    if (sure) remove.send(undefined)
  }
  const params = { spendRequestId: id }
  return (
    <>
      {spend.canEdit && (
        <Menu.Item
          leftSection={<IconPencil size={16} />}
          component={AppLink}
          href={to('/spend-requests/$spendRequestId/edit', params)}
        >
          Edit
        </Menu.Item>
      )}
      {spend.canModify && (
        <Menu.Item
          leftSection={<IconPencil size={16} />}
          component={AppLink}
          href={to('/spend-requests/modify/$spendRequestId', params)}
        >
          Modify
        </Menu.Item>
      )}
      {can('spend-requests.use') && (
        <Menu.Item
          leftSection={<IconCopy size={16} />}
          component={AppLink}
          href={to('/spend-requests/duplicate/$spendRequestId', params)}
        >
          Duplicate
        </Menu.Item>
      )}
      {canWatch && (
        <Menu.Item leftSection={<IconEye size={16} />} onClick={() => open('watchers')}>
          Watchers…
        </Menu.Item>
      )}
      {spend.canLink && (
        <Menu.Item leftSection={<IconPackage size={16} />} onClick={() => open('services')}>
          Linked services…
        </Menu.Item>
      )}
      {spend.canSetSigner && (
        <Menu.Item leftSection={<IconSignature size={16} />} onClick={() => open('signer')}>
          Set signer…
        </Menu.Item>
      )}
      {spend.canRestart && (
        <Menu.Item
          leftSection={<IconRefresh size={16} />}
          disabled={restart.isPending}
          onClick={() => void askRestart()}
        >
          Restart approvals
        </Menu.Item>
      )}
      {(canWithdraw || spend.canArchive || spend.canDelete) && <Menu.Divider />}
      {canWithdraw && (
        <Menu.Item leftSection={<IconArrowBack size={16} />} onClick={() => open('withdraw')}>
          Withdraw…
        </Menu.Item>
      )}
      {spend.canArchive && (
        <Menu.Item
          leftSection={spend.archived ? <IconArchiveOff size={16} /> : <IconArchive size={16} />}
          onClick={() => open('archive')}
        >
          {spend.archived ? 'Unarchive…' : 'Archive…'}
        </Menu.Item>
      )}
      {spend.canDelete && (
        <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => void askDelete()}>
          Delete
        </Menu.Item>
      )}
    </>
  )
}
