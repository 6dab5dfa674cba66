import { IconArchive, IconArchiveOff, IconBell } from '@tabler/icons-react'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { type SeveralAction, SeveralActions } from '../../../ui/list/several-actions.tsx'
import { archiveSeveral, remindSeveral, type SpendRequestRow, spendKeys } from './api.ts'

interface Said {
  note: string
}

const note =
  (label: string): NonNullable<SeveralAction<SpendRequestRow, Said>['field']> =>
  ({ value, onChange }) => (
    <TextArea
      label={label}
      description="Optional."
      maxLength={2000}
      minRows={2}
      value={value.note}
      onChange={(event) => onChange({ note: event.currentTarget.value })}
    />
  )

const ACTIONS: SeveralAction<SpendRequestRow, Said>[] = [
  {
    id: 'remind',
    button: 'Send reminders',
    icon: <IconBell size={14} aria-hidden />,
    title: (counted) => `Send reminders for ${counted}`,
    text: 'Everyone these spend requests are waiting for gets an email.',
    done: 'reminded',
    isFor: ({ archived, status }) => !archived && status === 'PENDING',
    field: note('Note'),
    run: (ids, said, commandId) =>
      remindSeveral({ ids, ...(said.note.trim() && { note: said.note.trim() }) }, commandId),
  },
  {
    id: 'archive',
    button: 'Archive',
    icon: <IconArchive size={14} aria-hidden />,
    title: (counted) => `Archive ${counted}`,
    text: 'Approvals stop and they leave your lists. You can unarchive them at any time.',
    done: 'archived',
    isFor: ({ archived }) => !archived,
    field: note('Message'),
    run: (ids, said, commandId) =>
      archiveSeveral({ ids, archived: true, ...(said.note.trim() && { message: said.note.trim() }) }, commandId),
  },
  {
    id: 'unarchive',
    button: 'Unarchive',
    icon: <IconArchiveOff size={14} aria-hidden />,
    title: (counted) => `Unarchive ${counted}`,
    text: 'They return to the list, and approvals continue where they stopped.',
    done: 'unarchived',
    isFor: ({ archived }) => archived,
    run: (ids, _, commandId) => archiveSeveral({ ids, archived: false }, commandId),
  },
]

type Named = SpendRequestRow & { name: string }

export const BulkActions = ({ rows, clear }: { rows: SpendRequestRow[]; clear: () => void }) => (
  <SeveralActions<Named, Said>
    actions={ACTIONS}
    initial={{ note: '' }}
    noun="spend request"
    rows={rows.map((row) => ({ ...row, name: row.displayName }))}
    invalidates={spendKeys.all}
    clear={clear}
  />
)
