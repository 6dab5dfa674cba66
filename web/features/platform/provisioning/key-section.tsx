import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useCommand } from '../../../lib/use-command.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { DateText } from '../../../ui/date-text.tsx'
import { CopiedText } from '../../../ui/fields/copied-text.tsx'
import { useNotYet } from '../../../ui/settling/not-yet.ts'
import { ErrorState } from '../../../ui/states.tsx'
import { type State, StatusBadge } from '../../../ui/status-badge.tsx'
import { type ProvisioningKey, revokeKey, useProvisioning } from './api.ts'
import { NewKeyDialog } from './new-key-dialog.tsx'
import classes from './provisioning.module.css'
import { provisioningKeys } from './query-keys.ts'

const stateOf = ({ endsAt, lastUsed }: ProvisioningKey): State => {
  if (endsAt !== null) return { tone: 'waiting', label: 'Being replaced' }
  return lastUsed === null ? { tone: 'draft', label: 'Not used yet' } : { tone: 'positive', label: 'In use' }
}

const Key = ({ item, onRevoke }: { item: ProvisioningKey; onRevoke: (item: ProvisioningKey) => void }) => (
  <li className={classes.key}>
    <div className={classes.about}>
      <span className={classes.prefix}>{item.prefix}…</span> <StatusBadge {...stateOf(item)} />
      <span className={classes.since}>
        Created <DateText instant={item.createdAt} />
        {item.createdBy && ` by ${item.createdBy}`} · Last used{' '}
        {item.lastUsed ? <DateText instant={item.lastUsed} /> : 'never'}
        {item.endsAt && (
          <>
            {' '}
            · Works until <DateText instant={item.endsAt} />
          </>
        )}
      </span>
      {item.lastError && (
        <span className={classes.error}>
          Last refused <DateText instant={item.lastError.at} />: {item.lastError.text}
        </span>
      )}
    </div>
    <Button variant="subtle" color="red" onClick={() => onRevoke(item)}>
      Revoke<span className="ol-visually-hidden"> {item.prefix}</span>
    </Button>
  </li>
)

/** The address and the key that an admin enters at the identity provider, and how calls with it go. */
export const ProvisioningSection = () => {
  const { data, error, isPending, refetch } = useProvisioning()
  useNotYet(isPending)
  const [isCreating, setIsCreating] = useState(false)
  const revoke = useCommand<ProvisioningKey>({
    run: ({ id }, { commandId }) => revokeKey(id, commandId),
    success: 'Provisioning key revoked',
    invalidates: [provisioningKeys.keys],
    onSuccess: () => document.getElementById('create-provisioning-key')?.focus(),
  })
  const askToRevoke = async (item: ProvisioningKey): Promise<void> => {
    const agreed = await confirm({
      title: `Revoke ${item.prefix}…?`,
      text: 'Your identity provider can’t add, change or disable people with this key anymore. This can’t be undone.',
      confirmLabel: 'Revoke key',
      danger: true,
    })
    if (agreed) revoke.send(item)
  }
  return (
    <section className={classes.section} aria-label="Provisioning">
      <h2 className={classes.title}>Key and address</h2>
      <p className={classes.text}>
        Your identity provider adds, changes and disables people with SCIM 2.0. Enter this address and a key there.
        People it disables are signed out right away.
      </p>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        data && (
          <>
            <CopiedText label="SCIM address" value={data.endpoint} />
            {data.keys.length > 0 && (
              <ul className={classes.keys} aria-label="Provisioning keys">
                {data.keys.map((item) => (
                  <Key key={item.id} item={item} onRevoke={(one) => void askToRevoke(one)} />
                ))}
              </ul>
            )}
            <Group mt="md">
              <Button
                id="create-provisioning-key"
                variant={data.keys.length > 0 ? 'default' : 'filled'}
                onClick={() => setIsCreating(true)}
              >
                {data.keys.length > 0 ? 'Replace key' : 'Create key'}
              </Button>
            </Group>
            <NewKeyDialog
              opened={isCreating}
              replaces={data.keys.some(({ endsAt }) => endsAt === null)}
              onClose={() => setIsCreating(false)}
            />
          </>
        )
      )}
    </section>
  )
}
