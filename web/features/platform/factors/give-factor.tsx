import { Button, Group, Loader } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { OwnFactors } from '../../../../schema/platform/factors/endpoints.ts'
import { isApiError } from '../../../lib/errors.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { type AddedKind, AddFactor } from './add-factor.tsx'
import { factorKeys, giveCode, ownFactorsQuery } from './api.ts'
import { CodeField } from './code-field.tsx'
import classes from './factors.module.css'
import { givePasskey } from './passkey.ts'

interface GiveFactorProps {
  onGiven: () => void
  /** Leaves it. Missing where there is nowhere to go back to. */
  onCancel?: () => void
  /** Only a passkey counts, or a recovery code in its place. */
  passkeyOnly?: boolean
  /** Said to those who have a factor. */
  whenLost?: string
}

/** Asks for a second factor, or helps to set up a first one, which counts as given. */
export const GiveFactor = (props: GiveFactorProps) => {
  const own = useQuery(ownFactorsQuery)
  if (own.error) return <ErrorState compact error={own.error} onRetry={() => void own.refetch()} />
  return own.data ? <Asked own={own.data} {...props} /> : <Loader size="sm" />
}

const Asked = ({ own, ...props }: GiveFactorProps & { own: OwnFactors }) => {
  const { app, passkeys, recoveryCodesLeft } = own
  // Who has just set one up is still shown their recovery codes.
  const [isFirst] = useState(app === null && passkeys.length === 0)
  if (props.passkeyOnly && passkeys.length === 0 && recoveryCodesLeft === 0)
    return (
      <p className={classes.text}>
        Only a passkey that you added before counts here, and you have none. Ask another admin for help.
      </p>
    )
  if (isFirst) return <First {...props} />
  return (
    <>
      <Give own={props.passkeyOnly ? { ...own, app: null } : own} {...props} />
      {props.whenLost && <p className={classes.dim}>{props.whenLost}</p>}
    </>
  )
}

const First = ({ onGiven, onCancel }: GiveFactorProps) => {
  const [adding, setAdding] = useState<AddedKind | null>(null)
  if (adding) return <AddFactor kind={adding} onCancel={() => setAdding(null)} onDone={onGiven} />
  return (
    <div className={classes.step}>
      <p className={classes.text}>
        Your company asks for a second factor here, and you don’t have one yet. Set one up now: a passkey is quickest,
        an authenticator app works on any phone.
      </p>
      <Group justify="flex-end" gap="xs">
        {onCancel && (
          <Button variant="subtle" color="gray" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button variant="default" onClick={() => setAdding('APP')}>
          Set up an app
        </Button>
        <Button data-autofocus onClick={() => setAdding('PASSKEY')}>
          Add a passkey
        </Button>
      </Group>
    </div>
  )
}

type Way = 'CODE' | 'RECOVERY_CODE'

const Give = ({ own, onGiven, onCancel }: GiveFactorProps & { own: OwnFactors }) => {
  const hasPasskey = own.passkeys.length > 0
  const [way, setWay] = useState<Way | null>(own.app ? 'CODE' : null)
  const [value, setValue] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const invalidates = [factorKeys.own]
  const byPasskey = useCommand({
    run: (_: undefined, { commandId }) => givePasskey(commandId),
    invalidates,
    onSuccess: onGiven,
  })
  const byCode = useCommand({
    run: (code: string, { commandId }) => giveCode(way === 'CODE' ? { code } : { recoveryCode: code }, commandId),
    invalidates,
    onSuccess: onGiven,
    onError: (error) => {
      const said = isApiError(error, 'INVALID') ? (error.fields?.code ?? error.fields?.recoveryCode) : undefined
      if (said === undefined) return false
      setFault(said)
      return true
    },
  })
  const choose = (next: Way) => {
    setWay(next)
    setValue('')
    setFault(null)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setFault(value.trim() === '' ? 'Required' : null)
    if (value.trim() !== '') byCode.send(value.trim())
  }
  return (
    <form className={classes.step} onSubmit={submit} noValidate>
      {hasPasskey && (
        <Button
          leftSection={<IconFingerprint size={18} aria-hidden />}
          loading={byPasskey.isPending}
          {...(way === null && { 'data-autofocus': true })}
          onClick={() => byPasskey.send(undefined)}
        >
          Use a passkey
        </Button>
      )}
      {way === 'CODE' && <CodeField label="Code from your app" value={value} error={fault} onChange={setValue} />}
      {way === 'RECOVERY_CODE' && (
        <TextField
          label="Recovery code"
          description="One of the codes you kept. Each works once."
          required
          autoFocus
          autoComplete="off"
          spellCheck={false}
          maxLength={40}
          value={value}
          error={fault}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
      )}
      <Group justify="space-between" gap="xs">
        {way === 'RECOVERY_CODE' && own.app ? (
          <Button variant="subtle" color="gray" onClick={() => choose('CODE')}>
            Use my app
          </Button>
        ) : (
          <Button
            variant="subtle"
            color="gray"
            disabled={way === 'RECOVERY_CODE'}
            onClick={() => choose('RECOVERY_CODE')}
          >
            Use a recovery code
          </Button>
        )}
        <Group gap="xs">
          {onCancel && (
            <Button variant="subtle" color="gray" onClick={onCancel}>
              Cancel
            </Button>
          )}
          {way && (
            <Button type="submit" variant={hasPasskey ? 'default' : 'filled'} loading={byCode.isPending}>
              Continue
            </Button>
          )}
        </Group>
      </Group>
    </form>
  )
}
