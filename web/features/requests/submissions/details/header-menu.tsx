import { Menu } from '@mantine/core'
import {
  IconArchive,
  IconArchiveOff,
  IconArrowBack,
  IconCopy,
  IconEye,
  IconHelpCircle,
  IconPencil,
  IconPlus,
  IconRefresh,
  IconTrash,
  IconUserCheck,
} from '@tabler/icons-react'
import type { ApprovalsView } from '../../../../../schema/approvals/engine/endpoints.ts'
import type { IntakeSubmission } from '../../../../../schema/requests/endpoints.ts'
import { type Address, to, useGo } from '../../../../lib/address.ts'
import { AppLink } from '../../../../ui/app-link.tsx'
import { confirm } from '../../../../ui/confirm.tsx'
import { listOfRequest } from '../address.ts'
import { useRestart } from '../api.ts'
import { useDeleteRequest } from './actions-api.ts'
import type { PageDialog } from './use-dialog.ts'

interface HeaderMenuProps {
  submission: IntakeSubmission
  approvals: ApprovalsView | undefined
  editHref: Address
  open: (dialog: PageDialog) => void
}

/** Actions on the whole request. */
export const HeaderMenu = ({ submission, approvals, editHref, open }: HeaderMenuProps) => {
  const { id, title, canEdit, canRestart, canArchive, canDelete, archived } = submission
  const go = useGo()
  const restart = useRestart(id)
  const remove = useDeleteRequest(() => go.to(listOfRequest(submission).href))
  const askRestart = async (): Promise<void> => {
    const sure = await confirm({
      title: 'Restart approvals',
      text: 'All approvals start over with the current answers. Earlier decisions no longer count.',
      confirmLabel: 'Restart approvals',
    })
    if (sure) restart.send(undefined)
  }
  const askDelete = async (): Promise<void> => {
    const sure = await confirm({
      title: 'Delete request',
      text: `“${title}” is permanently deleted with its answers and comments. Its history stays in the audit log. To keep a record, archive it instead.`,
      confirmLabel: 'Delete request',
      danger: true,
    })
    if (sure) remove.send(id)
  }
  return (
    <>
      {canEdit && !archived && (
        <Menu.Item leftSection={<IconPencil size={16} />} component={AppLink} href={editHref}>
          Edit request
        </Menu.Item>
      )}
      {approvals?.canRoute && (
        <Menu.Item leftSection={<IconPlus size={16} />} onClick={() => open('task')}>
          Add approval or task…
        </Menu.Item>
      )}
      {approvals?.canRoute && submission.assigneesEnabled && (
        <Menu.Item leftSection={<IconUserCheck size={16} />} onClick={() => open('assign-request')}>
          Assign request…
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconEye size={16} />} onClick={() => open('watchers')}>
        {approvals?.canWatch ? 'Watchers…' : 'Who can see this request…'}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconCopy size={16} />}
        component={AppLink}
        href={to('/intake-request/$categoryId/$intakeSubmissionId/duplicate', {
          categoryId: submission.intakeCategoryId,
          intakeSubmissionId: id,
        })}
      >
        Duplicate request
      </Menu.Item>
      {!submission.forVendor && !submission.contactEmail && (
        <Menu.Item
          leftSection={<IconHelpCircle size={16} />}
          component={AppLink}
          href={to('/intake-requests/$categoryId/how-approved', { categoryId: submission.intakeCategoryId })}
        >
          How this is approved
        </Menu.Item>
      )}
      {canRestart && !archived && (
        <Menu.Item
          leftSection={<IconRefresh size={16} />}
          disabled={restart.isPending}
          onClick={() => void askRestart()}
        >
          Restart approvals
        </Menu.Item>
      )}
      {(approvals?.canWithdraw || canArchive || canDelete) && <Menu.Divider />}
      {approvals?.canWithdraw && (
        <Menu.Item leftSection={<IconArrowBack size={16} />} onClick={() => open('withdraw')}>
          Withdraw request…
        </Menu.Item>
      )}
      {canArchive &&
        (archived ? (
          <Menu.Item leftSection={<IconArchiveOff size={16} />} onClick={() => open('archive')}>
            Unarchive request…
          </Menu.Item>
        ) : (
          <Menu.Item leftSection={<IconArchive size={16} />} onClick={() => open('archive')}>
            Archive request…
          </Menu.Item>
        ))}
      {canDelete && (
        <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => void askDelete()}>
          Delete request
        </Menu.Item>
      )}
    </>
  )
}
