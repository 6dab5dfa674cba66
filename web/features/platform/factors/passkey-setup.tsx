import { Button, Group } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useCommand } from '../../../lib/use-command.ts'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { factorKeys } from './api.ts'
import classes from './factors.module.css'
import { addPasskey } from './passkey.ts'

interface PasskeySetupProps {
  onCancel: () => void
  /** With the recovery codes, if it is the first factor. */
  onAdded: (recoveryCodes: string[] | null) => void
}

/** Asks for a name, then the browser asks where to keep the passkey. */
export const PasskeySetup = ({ onCancel, onAdded }: PasskeySetupProps) => {
  const [name, setName] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const add = useCommand({
    run: (given: string, { commandId }) => addPasskey(given, commandId),
    invalidates: [factorKeys.own],
    onSuccess: ({ recoveryCodes }) => onAdded(recoveryCodes),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const given = name.trim()
    setFault(given === '' ? 'Required' : null)
    if (given !== '') add.send(given)
  }
  return (
    <form className={classes.step} onSubmit={submit} noValidate>
      <p className={classes.text}>
        Your browser asks for your finger, your face or a PIN, and keeps the passkey on this device, in your password
        manager, or on a security key.
      </p>
      <TextField
        label="Name"
        description="By which you recognize it later"
        placeholder="Work laptop"
        required
        data-autofocus
        autoComplete="off"
        maxLength={60}
        value={name}
        error={fault}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Group justify="flex-end" gap="xs">
        <Button variant="subtle" color="gray" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={add.isPending}>
          Add passkey
        </Button>
      </Group>
    </form>
  )
}
