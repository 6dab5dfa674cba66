import { Skeleton, Switch } from '@mantine/core'
import { useCommand } from '../../../lib/use-command.ts'
import { SettingsCard } from '../../../ui/card/settings-card.tsx'
import { DateText } from '../../../ui/date-text.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { saveNewPeople, useProvisioning } from './api.ts'
import classes from './provisioning.module.css'
import { provisioningKeys } from './query-keys.ts'

/** Whether people of proven domains become members by logging in, and how many have. */
export const NewPeopleCard = () => {
  const { data, error, refetch } = useProvisioning()
  const save = useCommand({
    run: (addsPeople: boolean, { commandId }) => saveNewPeople(addsPeople, commandId),
    success: (saved) =>
      saved.addsPeople
        ? 'People are added when they first log in'
        : 'People are no longer added when they first log in',
    invalidates: [provisioningKeys.keys],
  })
  return (
    <SettingsCard title="New people" text="People with an address in a proven login domain who aren’t members yet.">
      {error ? (
        <ErrorState compact error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <>
          <Switch
            label="Add people when they first log in"
            description="With Okta or SAML, with Google in a domain that it hosts for you, or with Microsoft in the tenant above. They become members without further access, in the units that their provider’s words mean. Disabled members don’t come back this way. No one gets an email."
            checked={data.newPeople.addsPeople}
            disabled={save.isPending}
            onChange={(event) => save.send(event.currentTarget.checked)}
          />
          {data.newPeople.lastAddedAt && (
            <p className={classes.attention}>
              {data.newPeople.added === 1 ? '1 person was' : `${data.newPeople.added} people were`} added this way, last
              on <DateText instant={data.newPeople.lastAddedAt} />.
            </p>
          )}
        </>
      ) : (
        <Skeleton height={48} />
      )}
    </SettingsCard>
  )
}
