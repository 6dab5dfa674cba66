import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { type Member, OPEN_COUNTED, type OpenApprovals } from '../../../../schema/platform/members/member-endpoints.ts'
import type { Owned } from '../../../../schema/platform/members/owned-endpoints.ts'
import { fullName } from '../../../../schema/shared/values.ts'
import { errorMessage, isApiError } from '../../../lib/errors.ts'
import { addressOf } from '../../../lib/kinds.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { saidOfRights } from '../guarded/index.ts'
import { memberKeys, setEnabled, useManager, useOpenApprovals, useOwned } from './api.ts'
import classes from './members.module.css'
import { ownedCount, ownedKinds } from './owned.ts'
import { SuccessorChoice, useSuccessor } from './successor-choice.tsx'
import { countedUpTo, countOf } from './words.ts'

type Person = Pick<Member, 'id' | 'firstName' | 'lastName' | 'email'>
interface DisableFormProps {
  person: Person
  onClose: () => void
}

/** What is waiting for a member, what they own, and who gets both when they are disabled. */
export const DisableForm = ({ person, onClose }: DisableFormProps) => {
  const open = useOpenApprovals(person.id)
  const owned = useOwned(person.id)
  const failed = [open, owned].find(({ error, data }) => error && !data)
  if (failed) {
    return (
      <Stack>
        <Alert color="red" role="alert">
          {errorMessage(failed.error)}
        </Alert>
        <Button variant="default" onClick={() => void failed.refetch()}>
          Try again
        </Button>
      </Stack>
    )
  }
  if (!open.data || !owned.data) return <Skeleton height={120} />
  return <HandOver person={person} open={open.data} owned={owned.data} onClose={onClose} />
}

interface Choices {
  reassignToUserId: string | null
  ownedToUserId: string | null
}

const HandOver = ({ person, open, owned, onClose }: DisableFormProps & { open: OpenApprovals; owned: Owned }) => {
  const { hasAdminAccess } = useManager().flags
  const ownsCount = ownedCount(owned)
  const approvals = useSuccessor(open.suggestedApprover, hasAdminAccess && open.total > 0)
  const things = useSuccessor(open.suggested, hasAdminAccess && ownsCount > 0)
  const disable = useCommand({
    run: (body: Choices, { commandId }) => setEnabled(person.id, { enabled: false, ...body }, commandId),
    success: (answer) => {
      const { reassigned, handedOver } = answer
      const what = [
        ...(reassigned > 0 ? [countOf(reassigned, 'request')] : []),
        ...(handedOver > 0 ? [countOf(handedOver, 'owned thing')] : []),
      ].join(' and ')
      return saidOfRights(`${fullName(person)} disabled${what && `; ${what} handed over`}`, answer)
    },
    invalidates: [memberKeys.all],
    onSuccess: onClose,
    onError: (error) => {
      const fields = isApiError(error, 'INVALID') ? error.fields : undefined
      if (!fields?.reassignToUserId && !fields?.ownedToUserId) return undefined
      approvals.setProblem(fields.reassignToUserId ?? null)
      things.setProblem(fields.ownedToUserId ?? null)
      return true
    },
  })
  const submit = () => {
    const complete = [approvals, things].map((successor) => successor.check()).every(Boolean)
    if (complete) disable.send({ reassignToUserId: approvals.chosen, ownedToUserId: things.chosen })
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Stack gap="md">
        <Text>They’re logged out right away and can’t log in. Their history stays, and you can enable them again.</Text>
        {open.total === 0 ? <Text>No requests are waiting for them.</Text> : <Waiting open={open} />}
        {open.total > 0 && (
          <SuccessorChoice
            label="Who approves instead?"
            field="Hand over approvals to"
            state={approvals}
            otherwise="The other approvers"
            why={
              open.suggested && !open.suggestedApprover
                ? 'You are their manager. The person who disables an approver can’t decide in their place.'
                : undefined
            }
            help="If no one else can decide, admins are asked."
          />
        )}
        {!hasAdminAccess && open.total > 0 && (
          <Text>The other approvers decide. If no one is left, it goes to admins. An admin can choose someone.</Text>
        )}
        {ownsCount > 0 && <Owns owned={owned} />}
        {ownsCount > 0 && (
          <SuccessorChoice
            label="New owner"
            field="Hand over ownership to"
            state={things}
            otherwise="No one for now"
            help={`${fullName(person)} stays the owner. You can change owners at any time.`}
          />
        )}
        {!hasAdminAccess && ownsCount > 0 && <Text>They stay the owner. An admin can hand it over.</Text>}
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

const Waiting = ({ open }: { open: OpenApprovals }) => (
  <div>
    <Text fw={600}>
      {open.total === 1 ? '1 request waits' : `${countedUpTo(open.total, OPEN_COUNTED)} requests wait`} for them
    </Text>
    <ul className={classes.waiting}>
      {open.requests.map(({ kind, id, number, title }) => (
        <li key={id}>
          <AppLink className="ol-link" href={addressOf(kind, id)} target="_blank">
            {number} {title}
          </AppLink>
        </li>
      ))}
    </ul>
    {open.total > open.requests.length && (
      <Text c="dimmed" size="sm">
        {open.total < OPEN_COUNTED
          ? `and ${countOf(open.total - open.requests.length, 'more', 'more')}`
          : 'These have waited longest.'}
      </Text>
    )}
  </div>
)

const Owns = ({ owned }: { owned: Owned }) => (
  <div>
    <Text fw={600}>Owns or signs for</Text>
    <ul className={classes.waiting}>
      {ownedKinds(owned).map(({ kind, words, first, more, hrefOf }) => (
        <li key={kind}>
          {words}:{' '}
          {first.map(({ id, name }, i) => (
            <span key={id}>
              {i > 0 && ', '}
              {hrefOf ? (
                <AppLink className="ol-link" href={hrefOf(id)} target="_blank">
                  {name}
                </AppLink>
              ) : (
                name
              )}
            </span>
          ))}
          {more > 0 && ` and ${more.toLocaleString('en-US')} more`}
        </li>
      ))}
    </ul>
  </div>
)
