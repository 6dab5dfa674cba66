import { Button, Group, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, lazy, Suspense, useId, useState } from 'react'
import { lateCode } from '../../../lib/connection/chunk-error.ts'
import { isApiError } from '../../../lib/errors.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { ErrorState } from '../../../ui/states.tsx'
import { beginApp, factorKeys, proveApp } from './api.ts'
import { CodeField } from './code-field.tsx'
import classes from './factors.module.css'

const QrCode = lazy(lateCode(() => import('./qr-code.tsx').then((module) => ({ default: module.QrCode }))))

/** Groups of four, which people can type. */
const spaced = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret

interface AppSetupProps {
  onCancel: () => void
  /** With the recovery codes, if it is the first factor. */
  onAdded: (recoveryCodes: string[] | null) => void
}

/** A secret for the app, which a first code from there proves. */
export const AppSetup = ({ onCancel, onAdded }: AppSetupProps) => {
  // Each setup makes a secret of its own.
  const setup = useId()
  const begun = useQuery({
    queryKey: ['app-setup', setup],
    queryFn: beginApp,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const proof = useCommand({
    run: (input: { id: string; code: string }, { commandId }) => proveApp(input.id, input.code, commandId),
    invalidates: [factorKeys.own],
    onSuccess: ({ recoveryCodes }) => onAdded(recoveryCodes),
    onError: (error) => {
      if (!isApiError(error, 'INVALID') || !error.fields?.code) return false
      setFault(error.fields.code)
      return true
    },
  })
  if (begun.error) return <ErrorState compact error={begun.error} onRetry={() => void begun.refetch()} />
  if (!begun.data) return <Loader size="sm" />
  const { id, secret, uri } = begun.data
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setFault(null)
    if (code.trim() === '') setFault('Required')
    else proof.send({ id, code })
  }
  return (
    <form className={classes.step} onSubmit={submit} noValidate>
      <p className={classes.text}>
        Scan this with an authenticator app, or enter the secret there. Then enter the code that it shows.
      </p>
      <Suspense fallback={<div className={classes.qr} />}>
        <QrCode text={uri} />
      </Suspense>
      <div>
        <p className={classes.dim}>Secret</p>
        <code className={classes.secret}>{spaced(secret)}</code>
      </div>
      <CodeField label="Code from the app" value={code} error={fault} onChange={setCode} />
      <Group justify="flex-end" gap="xs">
        <Button variant="subtle" color="gray" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={proof.isPending}>
          Turn on
        </Button>
      </Group>
    </form>
  )
}
