import { Alert, Button, Group, Radio, Skeleton, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Member, OpenApprovals } from '../../../schema/members/member-endpoints.ts'
import { fullName } from '../../../schema/shared/values.ts'
import { errorMessage, isApiError } from '../../lib/errors.ts'
import { useCommand } from '../../lib/use-command.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { AsyncOptionSelect } from '../lookups/async-option-select.tsx'
import { memberKeys, setEnabled, useManager, useOpenApprovals } from './api.ts'
import classes from './members.module.css'
import { countOf } from './words.ts'

type Person = Pick<Member, 'id' | 'firstName' | 'lastName' | 'email' | 'enabled'>

/** Enables after a question; disables by a dialog that says to whom the open approvals go. Render `dialog` once. */
export const useEnableMember = () => {
  const [disabled, setDisabled] = useState<Person | null>(null)
  const [opened, setOpened] = useState(false)
  const enable = useCommand<Person>({
    run: ({ id }, { commandId }) => setEnabled(id, { enabled: true }, commandId),
    success: (_, person) => `${fullName(person)} enabled`,
    invalidates: [memberKeys.all],
  })
  const ask = async (person: Person): Promise<void> => {
    if (person.enabled) {
      setDisabled(person)
      setOpened(true)
      return
    }
    const agreed = await confirm({
      title: `Enable ${fullName(person)}?`,
      text: 'They can log in again with the access they had. Approvals that went to others stay with them.',
      confirmLabel: 'Enable member',
    })
    if (agreed) enable.send(person)
  }
  const dialog = (
    <Dialog
      opened={opened}
      onClose={() => setOpened(false)}
      title={disabled ? `Disable ${fullName(disabled)}?` : 'Disable'}
    >
      {opened && disabled && <DisableForm person={disabled} onClose={() => setOpened(false)} />}
    </Dialog>
  )
  return { ask, dialog }
}

const DisableForm = ({ person, onClose }: { person: Person; onClose: () => void }) => {
  const { data, error, refetch } = useOpenApprovals(person.id, true)
  if (error && !data) {
    return (
      <Stack>
        <Alert color="red" role="alert">
          {errorMessage(error)}
        </Alert>
        <Button variant="default" onClick={() => void refetch()}>
          Try again
        </Button>
      </Stack>
    )
  }
  return data ? <HandOver person={person} open={data} onClose={onClose} /> : <Skeleton height={120} />
}

type Choice = 'person' | 'others'

const HandOver = ({ person, open, onClose }: { person: Person; open: OpenApprovals; onClose: () => void }) => {
  const { flags } = useManager()
  const mayChoose = flags.hasAdminAccess && open.total > 0
  const [choice, setChoice] = useState<Choice>(mayChoose && open.suggested ? 'person' : 'others')
  const [successor, setSuccessor] = useState<string | null>(open.suggested?.id ?? null)
  const [problem, setProblem] = useState<string | null>(null)
  const chosen = mayChoose && choice === 'person' ? successor : null
  const disable = useCommand<{ reassignToUserId: string | null }, { reassigned: number }>({
    run: (body, { commandId }) => setEnabled(person.id, { enabled: false, ...body }, commandId),
    success: ({ reassigned }) =>
      `${fullName(person)} disabled${reassigned > 0 ? `; ${countOf(reassigned, 'request')} handed over` : ''}`,
    invalidates: [memberKeys.all],
    onSuccess: onClose,
    onError: (error) => {
      const message = isApiError(error, 'INVALID') ? error.fields?.reassignToUserId : undefined
      if (!message) return undefined
      setProblem(message)
      return true
    },
  })
  const submit = () => {
    if (mayChoose && choice === 'person' && !successor) setProblem('Required')
    else disable.send({ reassignToUserId: chosen })
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Stack gap="md">
        <Text>
          They are logged out at once and cannot log in any more. What they did stays, and they can be enabled again.
        </Text>
        {open.total === 0 ? (
          <Text>No request waits for them.</Text>
        ) : (
          <div>
            <Text fw={600}>
              {open.total === 1 ? '1 request waits' : `${open.total.toLocaleString('en-US')} requests wait`} for them
            </Text>
            <ul className={classes.waiting}>
              {open.requests.map(({ id, number, title }) => (
                <li key={id}>
                  <AppLink className="ol-link" href={`/intake-request/${id}`} target="_blank">
                    #{number} {title}
                  </AppLink>
                </li>
              ))}
            </ul>
            {open.total > open.requests.length && (
              <Text c="dimmed" size="sm">
                and {countOf(open.total - open.requests.length, 'more', 'more')}
              </Text>
            )}
          </div>
        )}
        {mayChoose && (
          <Radio.Group label="Who approves instead?" value={choice} onChange={(next) => setChoice(next as Choice)}>
            <Stack gap="xs" mt="xs">
              <Radio value="person" label="Somebody else" />
              {choice === 'person' && (
                <AsyncOptionSelect
                  kind="member"
                  label="Hand over to"
                  description={
                    open.suggested
                      ? `${fullName(open.suggested)} is their manager.`
                      : 'They have no manager to suggest.'
                  }
                  required
                  {...(open.suggested
                    ? { known: [{ value: open.suggested.id, label: fullName(open.suggested) }] }
                    : {})}
                  value={successor}
                  error={problem}
                  onChange={(next) => {
                    setSuccessor(next)
                    setProblem(null)
                  }}
                />
              )}
              <Radio
                value="others"
                label="The other approvers"
                description="Where nobody else is left to decide, the admins are asked."
              />
            </Stack>
          </Radio.Group>
        )}
        {!mayChoose && open.total > 0 && (
          <Text>
            The other approvers decide; where nobody else is left, the admins are asked. An admin can choose somebody.
          </Text>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="subtle" color="gray" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" color="red" loading={disable.isPending}>
            Disable member
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
