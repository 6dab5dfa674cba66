import { Skeleton, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { setFactorSettings } from '../../../../schema/platform/factors/endpoints.ts'
import { call } from '../../../lib/rest.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { SettingsCard } from '../../../ui/card/settings-card.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { GuardedChanges, saidOfGuarded } from '../guarded/index.ts'
import { factorSettingsQuery } from './api.ts'

/** What the company asks a second factor for, among its settings. */
export const FactorSettingsCard = () => {
  const settings = useQuery(factorSettingsQuery)
  const save = useCommand({
    run: (forMoney: boolean, { commandId }) => call(setFactorSettings, { body: { forMoney }, commandId }),
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
        <Switch
          label="Ask for a second factor before money acts"
          description="Showing and confirming bank details, starting and releasing payments, choosing who confirms bank details, approvals of bills, API keys, configuration files and this setting ask for a factor that was given in the last ten minutes. People without one set one up there."
          checked={settings.data.forMoney}
          disabled={save.isPending}
          onChange={(event) => save.send(event.currentTarget.checked)}
        />
      ) : (
        <Skeleton height={48} />
      )}
    </SettingsCard>
  )
}
