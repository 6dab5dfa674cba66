import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { MOST_PASSKEYS, type OwnFactors, type Passkey } from '../../../../schema/platform/factors/endpoints.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { SettingsCard } from '../../../ui/card/settings-card.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { DateText, DateTimeText } from '../../../ui/date-text.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { PageSpinner } from '../../../ui/page-spinner.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { type AddedKind, AddFactor } from './add-factor.tsx'
import { cancelOwnReset, factorKeys, ownFactorsQuery, removeFactor, renewRecoveryCodes } from './api.ts'
import classes from './factors.module.css'
import { RecoveryCodes } from './recovery-codes.tsx'
import { RenamePasskey } from './rename-passkey.tsx'

/** Passkeys, the authenticator app and recovery codes, each as a card of "Sign-in and devices". */
export const FactorCards = () => {
  const own = useQuery(ownFactorsQuery)
  if (own.error) return <ErrorState error={own.error} onRetry={() => void own.refetch()} />
  if (!own.data) return <PageSpinner />
  return <Cards own={own.data} />
}

type Opened = { is: 'ADD'; kind: AddedKind } | { is: 'RENAME'; passkey: Passkey } | { is: 'CODES'; codes: string[] }

const TITLES = { APP: 'Set up an authenticator app', PASSKEY: 'Add a passkey' }

const Cards = ({ own }: { own: OwnFactors }) => {
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  const remove = useCommand({
    run: ({ id }: { id: string; said: string }, { commandId }) => removeFactor(id, commandId),
    success: (_, { said }) => said,
    invalidates: [factorKeys.own],
  })
  const renew = useCommand({
    run: (_: undefined, { commandId }) => renewRecoveryCodes(commandId),
    invalidates: [factorKeys.own],
    onSuccess: ({ recoveryCodes }) => setOpened({ is: 'CODES', codes: recoveryCodes }),
  })
  const keep = useCommand({
    run: (_: undefined, { commandId }) => cancelOwnReset(commandId),
    invalidates: [factorKeys.own],
    success: 'The reset was canceled',
  })
  const count = own.passkeys.length + (own.app ? 1 : 0)
  const askToRemove = async (id: string, what: string): Promise<void> => {
    const agreed = await confirm({
      title: `Remove ${what}?`,
      text:
        count === 1
          ? 'It is your only second factor, so your recovery codes stop working too. What needs a second factor will ask you to set one up.'
          : 'You can add it again later.',
      confirmLabel: 'Remove',
      danger: true,
    })
    if (agreed) remove.send({ id, said: `Removed ${what}` })
  }
  return (
    <>
      {own.reset && (
        <SettingsCard title="A reset waits" text="After it your passkeys, app and recovery codes stop working.">
          <p className={classes.text}>
            {own.reset.askedByName} asked to reset your second factor. That happens{' '}
            <DateTimeText instant={own.reset.effectiveAt} />.
          </p>
          <div className={classes.actions}>
            <Button loading={keep.isPending} onClick={() => keep.send(undefined)}>
              Cancel the reset
            </Button>
          </div>
        </SettingsCard>
      )}
      <SettingsCard
        title="Passkeys"
        text="Confirm with your finger, your face, a PIN or a security key. They can’t be given away to a false page."
      >
        <ul className={classes.list} aria-label="Passkeys">
          {own.passkeys.map((passkey) => (
            <Factor key={passkey.id} {...passkey}>
              <Menu position="bottom-end">
                <Menu.Target>
                  <ActionIcon aria-label={`Actions of ${passkey.name}`}>
                    <IconDots size={16} />
                  </ActionIcon>
                </Menu.Target>
                <Menu.Dropdown>
                  <Menu.Item
                    leftSection={<IconPencil size={16} aria-hidden />}
                    onClick={() => setOpened({ is: 'RENAME', passkey })}
                  >
                    Rename
                  </Menu.Item>
                  <Menu.Item
                    color="red"
                    leftSection={<IconTrash size={16} aria-hidden />}
                    onClick={() => void askToRemove(passkey.id, `the passkey ${passkey.name}`)}
                  >
                    Remove
                  </Menu.Item>
                </Menu.Dropdown>
              </Menu>
            </Factor>
          ))}
        </ul>
        <div className={classes.actions}>
          <Button
            variant="default"
            disabled={own.passkeys.length >= MOST_PASSKEYS}
            onClick={() => setOpened({ is: 'ADD', kind: 'PASSKEY' })}
          >
            Add a passkey
          </Button>
        </div>
      </SettingsCard>
      <SettingsCard title="Authenticator app" text="Six digits from an app on your phone, new every half minute.">
        {own.app ? (
          <ul className={classes.list} aria-label="Authenticator app">
            <Factor name="Authenticator app" {...own.app}>
              <Button
                variant="default"
                onClick={() => own.app && void askToRemove(own.app.id, 'the authenticator app')}
              >
                Remove
              </Button>
            </Factor>
          </ul>
        ) : (
          <Button variant="default" onClick={() => setOpened({ is: 'ADD', kind: 'APP' })}>
            Set up an app
          </Button>
        )}
      </SettingsCard>
      {count > 0 && (
        <SettingsCard
          title="Recovery codes"
          text="For when you don’t have your second factor. New ones end those you have."
        >
          <p className={classes.text}>
            {own.recoveryCodesLeft === 1 ? '1 code is left.' : `${own.recoveryCodesLeft} codes are left.`}
          </p>
          <div className={classes.actions}>
            <Button variant="default" loading={renew.isPending} onClick={() => renew.send(undefined)}>
              Make new codes
            </Button>
          </div>
        </SettingsCard>
      )}
      {opened?.is === 'RENAME' && <RenamePasskey passkey={opened.passkey} onClose={close} />}
      {opened && opened.is !== 'RENAME' && (
        <Dialog
          opened
          onClose={close}
          title={opened.is === 'ADD' ? TITLES[opened.kind] : 'New recovery codes'}
          // A click beside the dialog would lose the codes.
          closeOnClickOutside={false}
        >
          {opened.is === 'ADD' ? (
            <AddFactor kind={opened.kind} onCancel={close} onDone={close} />
          ) : (
            <RecoveryCodes codes={opened.codes} onDone={close} />
          )}
        </Dialog>
      )}
    </>
  )
}

interface FactorProps {
  name: string
  createdAt: string
  lastUsedAt: string | null
  children: ReactNode
}

const Factor = ({ name, createdAt, lastUsedAt, children }: FactorProps) => (
  <li className={classes.factor}>
    <div>
      <p className={classes.name}>{name}</p>
      <p className={classes.dim}>
        Added <DateText instant={createdAt} /> · {lastUsedAt ? 'Last used ' : 'Not used yet'}
        {lastUsedAt && <DateText instant={lastUsedAt} />}
      </p>
    </div>
    {children}
  </li>
)
