import { Skeleton, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FactorSettings, setFactorSettings } from '../../../../schema/platform/factors/endpoints.ts'
import { call } from '../../../lib/rest.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { SettingsCard } from '../../../ui/card/settings-card.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { GuardedChanges, saidOfGuarded } from '../guarded/index.ts'
import { factorSettingsQuery } from './api.ts'
import classes from './factors.module.css'

/** What the company asks a second factor for, among its settings. */
export const FactorSettingsCard = () => {
  const settings = useQuery(factorSettingsQuery)
  const save = useCommand({
    run: (body: Partial<FactorSettings>, { commandId }) => call(setFactorSettings, { body, commandId }),
    invalidates: [factorSettingsQuery.queryKey, ['payments']],
    success: saidOfGuarded('Company settings saved'),
  })
  return (
    <SettingsCard
      title="Second factor"
      text="A passkey or an authenticator app, which people set up under Sign-in and devices."
    >
      <GuardedChanges />
      {settings.error ? (
        <ErrorState compact error={settings.error} onRetry={() => void settings.refetch()} />
      ) : settings.data ? (
        <div className={classes.switches}>
          <Switch
            label="Ask for a second factor after an email link"
            description="Who logs in by an email link gives a factor, or sets one up, before anything else opens. People who have one give it in any case."
            checked={settings.data.forEmailLink}
            disabled={save.isPending}
            onChange={(event) => save.send({ forEmailLink: event.currentTarget.checked })}
          />
          <Switch
            label="Ask for a second factor before money acts"
            description="Showing and confirming bank details, starting and releasing payments, choosing who confirms bank details, approvals of bills, API keys, configuration files and this setting ask for a factor that was given in the last ten minutes. People without one set one up there."
            checked={settings.data.forMoney}
            disabled={save.isPending}
            onChange={(event) => save.send({ forMoney: event.currentTarget.checked })}
          />
        </div>
      ) : (
        <Skeleton height={48} />
      )}
    </SettingsCard>
  )
}
