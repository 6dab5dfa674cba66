import { Alert, Button, Checkbox, Group, PasswordInput, SegmentedControl, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { connectNetsuite, connectNetsuiteCertificate } from '../../../../schema/platform/accounting/endpoints.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { asterisk } from '../../../ui/fields/field-props.ts'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { useCompany } from '../session/index.ts'
import classes from './accounting.module.css'
import { afterConnecting } from './api.ts'

interface NetsuiteDialogProps {
  opened: boolean
  /** Filled in where an account has to be connected again. */
  accountId: string | null
  onClose: () => void
  onConnected: () => void
}

type FormProps = Omit<NetsuiteDialogProps, 'opened'>

const WAYS = [
  { value: 'tokens', label: 'Tokens' },
  { value: 'certificate', label: 'Certificate' },
]

/** Asks for what a NetSuite administrator has made for Outlay. It is tried before it is kept. */
export const NetsuiteDialog = ({ opened, ...props }: NetsuiteDialogProps) => (
  <Dialog opened={opened} onClose={props.onClose} title="Connect NetSuite">
    {opened && <Ways {...props} />}
  </Dialog>
)

const Ways = (props: FormProps) => {
  const [way, setWay] = useState('tokens')
  const { netsuiteSoapEnabled } = useCompany()
  return (
    <Stack gap="md">
      <SegmentedControl aria-label="Sign in with" data={WAYS} value={way} onChange={setWay} fullWidth />
      {way === 'tokens' && <TokenForm {...props} />}
      {way === 'certificate' && netsuiteSoapEnabled && (
        <Alert color="yellow">Your company reads NetSuite by SOAP, which needs tokens.</Alert>
      )}
      {way === 'certificate' && !netsuiteSoapEnabled && <CertificateForm {...props} />}
    </Stack>
  )
}

const ACCOUNT = {
  label: 'Account ID',
  description: 'In NetSuite under Setup › Company › Company Information.',
  placeholder: '123456_SB1',
  required: true,
  autoComplete: 'off',
}
const ALL_YEARS = { label: 'Read all years', description: 'Otherwise the last two years are read.' }

const Buttons = ({ onClose, isPending }: { onClose: () => void; isPending: boolean }) => (
  <Group justify="flex-end" gap="xs" mt="lg">
    <Button variant="subtle" color="gray" onClick={onClose}>
      Cancel
    </Button>
    <Button type="submit" loading={isPending}>
      Connect NetSuite
    </Button>
  </Group>
)

const Where = ({ children }: { children: ReactNode }) => <p className={classes.where}>{children}</p>

const TokenForm = ({ accountId, onClose, onConnected }: FormProps) => {
  const { form, submit, isPending } = useEndpointForm(connectNetsuite, {
    initial: {
      ...{ realmId: accountId ?? '', consumerKey: '', consumerSecret: '', token: '', tokenSecret: '' },
      triggerAllTimeSync: false,
    },
    success: 'NetSuite connected',
    invalidates: afterConnecting,
    onSuccess: onConnected,
  })
  const secret = (name: 'consumerSecret' | 'tokenSecret', label: string) => (
    <PasswordInput label={label} {...asterisk(true)} autoComplete="off" {...form.getInputProps(name)} />
  )
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Where>
          From an integration with token-based authentication, and an access token of a user in Outlay’s role.
        </Where>
        <TextField {...ACCOUNT} data-autofocus {...form.getInputProps('realmId')} />
        <TextField label="Consumer key" required autoComplete="off" {...form.getInputProps('consumerKey')} />
        {secret('consumerSecret', 'Consumer secret')}
        <TextField label="Token ID" required autoComplete="off" {...form.getInputProps('token')} />
        {secret('tokenSecret', 'Token secret')}
        <Checkbox {...ALL_YEARS} {...form.getInputProps('triggerAllTimeSync', { type: 'checkbox' })} />
      </Stack>
      <Buttons onClose={onClose} isPending={isPending} />
    </form>
  )
}

const CertificateForm = ({ accountId, onClose, onConnected }: FormProps) => {
  const { form, submit, isPending } = useEndpointForm(connectNetsuiteCertificate, {
    initial: {
      ...{ realmId: accountId ?? '', clientId: '', certificateId: '', privateKey: '', triggerAllTimeSync: false },
    },
    success: 'NetSuite connected',
    invalidates: afterConnecting,
    onSuccess: onConnected,
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Where>
          From an integration with the client credentials grant, and a certificate that NetSuite has for a user in
          Outlay’s role. NetSuite asks for this from 2027.1 on.
        </Where>
        <TextField {...ACCOUNT} {...form.getInputProps('realmId')} />
        <TextField label="Client ID" required autoComplete="off" {...form.getInputProps('clientId')} />
        <TextField
          label="Certificate ID"
          description="In NetSuite under OAuth 2.0 Client Credentials Setup."
          required
          autoComplete="off"
          {...form.getInputProps('certificateId')}
        />
        <TextArea
          label="Private key"
          description="The certificate’s key as a PEM file (PKCS #8). Outlay keeps it encrypted and never shows it."
          placeholder="-----BEGIN PRIVATE KEY-----"
          required
          autoComplete="off"
          spellCheck={false}
          maxRows={6}
          {...form.getInputProps('privateKey')}
        />
        <Checkbox {...ALL_YEARS} {...form.getInputProps('triggerAllTimeSync', { type: 'checkbox' })} />
      </Stack>
      <Buttons onClose={onClose} isPending={isPending} />
    </form>
  )
}
