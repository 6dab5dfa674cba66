import { Button, Group, Menu, Stack, Text } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import {
  type Member,
  setBusinessUnits,
  setDepartments,
  setGroups,
} from '../../../../schema/platform/members/member-endpoints.ts'
import { FLAG_LABELS, grantableFlags } from '../../../../schema/platform/members/rules.ts'
import type { AnyEndpoint } from '../../../../schema/shared/endpoint.ts'
import type { AccessFlag } from '../../../../schema/shared/permissions.ts'
import type { Option } from '../../../../schema/shared/values.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { Select } from '../../../ui/choices/select.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { OptionSelect } from '../../../ui/fields/option-select.tsx'
import { saidOfRights } from '../guarded/index.ts'
import { invite, type MemberFormLists, memberKeys, setPermissions, useManager, useMemberForm } from './api.ts'
import classes from './members.module.css'
import { countOf } from './words.ts'

type UnitKind = 'groups' | 'departments' | 'businessUnits'
type BulkKind = UnitKind | 'permissions'

/** The buttons of the selection bar, and their dialogs. */
export const BulkActions = ({ rows, clear, withBusinessUnits }: BulkProps) => {
  const [kind, setKind] = useState<BulkKind | null>(null)
  const ids = rows.map((row) => row.id)
  const send = useCommand<string[], { sent: number }>({
    run: (userIds, { commandId }) => invite(userIds, commandId),
    success: ({ sent }) => `${countOf(sent, 'invitation')} sent`,
    onSuccess: clear,
  })
  const askToInvite = async () => {
    const agreed = await confirm({
      title: `Invite ${countOf(ids.length, 'member')}?`,
      text: 'Each person gets an email with a login link.',
      confirmLabel: 'Send invitations',
    })
    if (agreed) send.send(ids)
  }
  const done = () => {
    setKind(null)
    clear()
  }
  return (
    <>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button variant="default" size="compact-sm" rightSection={<IconChevronDown size={14} aria-hidden />}>
            Change
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setKind('groups')}>Groups</Menu.Item>
          <Menu.Item onClick={() => setKind('departments')}>Departments</Menu.Item>
          {withBusinessUnits && <Menu.Item onClick={() => setKind('businessUnits')}>Business units</Menu.Item>}
          <Menu.Item onClick={() => setKind('permissions')}>Permissions</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button variant="default" size="compact-sm" loading={send.isPending} onClick={() => void askToInvite()}>
        Send invitations
      </Button>
      <BulkDialog kind={kind} memberIds={ids} onClose={() => setKind(null)} onDone={done} />
    </>
  )
}

interface BulkProps {
  rows: Member[]
  clear: () => void
  withBusinessUnits: boolean
}

const WORDS: Record<BulkKind, string> = {
  groups: 'Groups',
  departments: 'Departments',
  businessUnits: 'Business units',
  permissions: 'Permissions',
}

interface BulkDialogProps {
  kind: BulkKind | null
  memberIds: string[]
  onClose: () => void
  onDone: () => void
}

const BulkDialog = ({ kind, memberIds, onClose, onDone }: BulkDialogProps) => {
  const { data: lists } = useMemberForm(null, kind !== null && kind !== 'permissions')
  const title = kind ? `${WORDS[kind]} of ${countOf(memberIds.length, 'member')}` : ''
  return (
    <Dialog opened={kind !== null} onClose={onClose} title={title}>
      {kind === 'permissions' && <PermissionsForm memberIds={memberIds} onClose={onClose} onDone={onDone} />}
      {kind && kind !== 'permissions' && lists && (
        <UnitsForm key={kind} kind={kind} lists={lists} memberIds={memberIds} onClose={onClose} onDone={onDone} />
      )}
    </Dialog>
  )
}

type FormProps = Omit<BulkDialogProps, 'kind'>

const MODES = [
  { value: 'add', label: 'Add to current ones' },
  { value: 'replace', label: 'Replace current ones' },
]

/** The call for each kind of unit, and its name for the units. */
const UNITS: Record<UnitKind, { endpoint: AnyEndpoint; field: string }> = {
  groups: { endpoint: setGroups, field: 'groupIds' },
  departments: { endpoint: setDepartments, field: 'departmentIds' },
  businessUnits: { endpoint: setBusinessUnits, field: 'businessUnitIds' },
}

interface UnitValues {
  mode: 'add' | 'replace'
  ids: string[]
}

const UnitsForm = ({
  kind,
  lists,
  memberIds,
  onClose,
  onDone,
}: FormProps & { kind: UnitKind; lists: MemberFormLists }) => {
  const { endpoint, field } = UNITS[kind]
  const { form, submit, isPending } = useEndpointForm<
    AnyEndpoint,
    UnitValues,
    Awaited<ReturnType<typeof setPermissions>>
  >(endpoint, {
    initial: { mode: 'add', ids: [] },
    toBody: ({ mode, ids }) => ({ memberIds, mode, [field]: ids }),
    fields: { [field]: 'ids' },
    moreFaults: ({ mode, ids }): Record<string, string> =>
      mode === 'add' && ids.length === 0 ? { ids: 'Choose at least one' } : {},
    success: (answer) => saidOfRights(`${countOf(answer.changed, 'member')} changed`, answer),
    invalidates: [memberKeys.all],
    onSuccess: onDone,
  })
  const takesAway = form.values.mode === 'replace' && form.values.ids.length === 0
  const options: Option[] = lists[kind]
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Select label="How" data={MODES} allowDeselect={false} {...form.getInputProps('mode')} />
        <OptionSelect multiple label={WORDS[kind]} options={options} {...form.getInputProps('ids')} />
        {takesAway && <Text>Leave blank to remove members from all of them {WORDS[kind].toLowerCase()}.</Text>}
        <Buttons onClose={onClose} busy={isPending} label="Change members" />
      </Stack>
    </form>
  )
}

const CHOICES = [
  { value: 'keep', label: 'Leave' },
  { value: 'give', label: 'Give' },
  { value: 'take', label: 'Take' },
]
type Said = Partial<Record<AccessFlag, boolean>>

const PermissionsForm = ({ memberIds, onClose, onDone }: FormProps) => {
  const manager = useManager()
  const [said, setSaid] = useState<Said>({})
  const save = useCommand({
    run: (flags: Said, { commandId }) => setPermissions({ memberIds, ...flags }, commandId),
    success: (answer) => saidOfRights(`${countOf(answer.changed, 'member')} changed`, answer),
    invalidates: [memberKeys.all],
    onSuccess: onDone,
  })
  const flags = grantableFlags(manager)
  const say = (flag: AccessFlag, choice: string | null) => {
    const { [flag]: _, ...others } = said
    setSaid(choice === 'keep' || !choice ? others : { ...others, [flag]: choice === 'give' })
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save.send(said)
      }}
    >
      <Stack>
        {flags.length === 0 && (
          <Text>You can only grant or remove access you have yourself, and you don’t have any.</Text>
        )}
        <div className={classes.permissions}>
          {flags.map((flag) => (
            <Select
              key={flag}
              label={FLAG_LABELS[flag]}
              data={CHOICES}
              allowDeselect={false}
              value={said[flag] === undefined ? 'keep' : said[flag] ? 'give' : 'take'}
              onChange={(choice) => say(flag, choice)}
            />
          ))}
        </div>
        <Buttons
          onClose={onClose}
          busy={save.isPending}
          label="Change permissions"
          disabled={Object.keys(said).length === 0}
        />
      </Stack>
    </form>
  )
}

interface ButtonsProps {
  onClose: () => void
  busy: boolean
  label: string
  disabled?: boolean
}

const Buttons = ({ onClose, busy, label, disabled = false }: ButtonsProps) => (
  <Group justify="flex-end" gap="xs">
    <Button variant="subtle" color="gray" onClick={onClose}>
      Cancel
    </Button>
    <Button type="submit" loading={busy} disabled={disabled}>
      {label}
    </Button>
  </Group>
)
