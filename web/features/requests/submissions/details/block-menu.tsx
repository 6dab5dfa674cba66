import { ActionIcon, Menu } from '@mantine/core'
import {
  IconArrowBackUp,
  IconDots,
  IconListDetails,
  IconMessage2,
  IconPlayerTrackNext,
  IconProgress,
  IconUserCheck,
  IconUsers,
  IconX,
} from '@tabler/icons-react'
import type { BlockView } from '../../../../../schema/approvals/engine/endpoints.ts'
import { WORK_STATUSES, type WorkStatus } from '../../../../../schema/approvals/engine/model.ts'
import { isTask } from '../../../../../schema/approvals/workflows/rule-kinds.ts'
import { useSubjectApi } from '../subject-api.ts'
import type { Act } from './act.ts'

export const WORK_STATUS_LABELS: Record<WorkStatus, string> = {
  PENDING: 'Not started',
  IN_PROGRESS: 'In progress',
  WAITING_ON_VENDOR: 'Waiting on vendor',
  WAITING_ON_REQUESTER: 'Waiting on requester',
  WAITING_ON_EXTERNAL_PARTY: 'Waiting on external party',
}

interface BlockMenuProps {
  block: BlockView
  act: Act
  onWorkStatus: (status: WorkStatus) => void
}

/** All actions on a step except deciding. */
export const BlockMenu = ({ block, act, onWorkStatus }: BlockMenuProps) => {
  const { noun } = useSubjectApi()
  const task = isTask(block.ruleType)
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <ActionIcon size="sm" variant="subtle" color="gray" aria-label={`More about ${block.label}`}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconListDetails size={16} aria-hidden />}
          onClick={() => act({ kind: 'about', block })}
        >
          History and documents
        </Menu.Item>
        <Menu.Item
          leftSection={<IconMessage2 size={16} aria-hidden />}
          onClick={() => act({ kind: 'comments', block })}
        >
          Comments
        </Menu.Item>
        {block.canRoute && (
          <>
            <Menu.Sub>
              <Menu.Sub.Target>
                <Menu.Sub.Item leftSection={<IconProgress size={16} aria-hidden />}>Work status</Menu.Sub.Item>
              </Menu.Sub.Target>
              <Menu.Sub.Dropdown>
                {WORK_STATUSES.map((status) => (
                  <Menu.Item key={status} disabled={status === block.workStatus} onClick={() => onWorkStatus(status)}>
                    {WORK_STATUS_LABELS[status]}
                  </Menu.Item>
                ))}
              </Menu.Sub.Dropdown>
            </Menu.Sub>
            <Menu.Item
              leftSection={<IconUserCheck size={16} aria-hidden />}
              onClick={() => act({ kind: 'assign', block })}
            >
              Assign…
            </Menu.Item>
            <Menu.Item
              leftSection={<IconUsers size={16} aria-hidden />}
              onClick={() => act({ kind: 'approvers', block })}
            >
              {task ? 'Change who does it…' : 'Change approvers…'}
            </Menu.Item>
          </>
        )}
        {(block.canSendBack || block.canReject || block.canBypass || block.canRevoke) && <Menu.Divider />}
        {block.canSendBack && (
          <Menu.Item
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            onClick={() => act({ kind: 'send-back', block })}
          >
            Send back for changes…
          </Menu.Item>
        )}
        {block.canRevoke && (
          <Menu.Item
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            onClick={() => act({ kind: 'revoke', block })}
          >
            Revoke my decision…
          </Menu.Item>
        )}
        {block.canReject && (
          <Menu.Item
            color="red"
            leftSection={<IconX size={16} aria-hidden />}
            onClick={() => act({ kind: 'reject', block })}
          >
            Reject {noun}…
          </Menu.Item>
        )}
        {block.canBypass && (
          <Menu.Item
            leftSection={<IconPlayerTrackNext size={16} aria-hidden />}
            onClick={() => act({ kind: 'bypass', block })}
          >
            Bypass step…
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
