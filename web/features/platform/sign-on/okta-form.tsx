import { Button, PasswordInput, Stack } from '@mantine/core'
import {
  type OktaConfiguration,
  saveOktaConfiguration,
} from '../../../../schema/platform/sign-on/settings-endpoints.ts'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { CopiedText } from '../../../ui/fields/copied-text.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { GUARDED_KEYS, saidOfGuarded } from '../guarded/index.ts'
import { signOnKeys } from './api.ts'

interface OktaFormProps {
  saved: OktaConfiguration
  callbackUrl: string
  loginUrl: string
}

export const OktaForm = ({ saved, callbackUrl, loginUrl }: OktaFormProps) => {
  const { form, submit, isPending } = useEndpointForm(saveOktaConfiguration, {
    initial: {
      domain: saved.domain,
      clientId: saved.clientId,
      clientSecret: '',
      loginDomains: saved.loginDomains.join('\n'),
    },
    toBody: ({ clientSecret, loginDomains, ...values }) => ({
      ...values,
      ...(clientSecret.trim() && { clientSecret }),
      loginDomains: loginDomains.split(/[\s,;]+/).filter(Boolean),
    }),
    success: saidOfGuarded('Okta saved'),
    invalidates: [signOnKeys.all, GUARDED_KEYS],
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <CopiedText label="Sign-in redirect URI" value={callbackUrl} />
        <CopiedText label="Login page" value={loginUrl} />
        <TextField
          label="Okta domain"
          placeholder="acme.okta.com"
          required
          autoComplete="off"
          {...form.getInputProps('domain')}
        />
        <TextField label="Client ID" required autoComplete="off" {...form.getInputProps('clientId')} />
        <PasswordInput
          label="Client secret"
          description={saved.clientSecret ? `Kept: ${saved.clientSecret}. Leave blank to keep it.` : undefined}
          autoComplete="off"
          {...form.getInputProps('clientSecret')}
        />
        <TextArea
          label="Login domains"
          description="One on each line. Each counts once its DNS record is there."
          autosize
          minRows={2}
          {...form.getInputProps('loginDomains')}
        />
      </Stack>
      <Button type="submit" loading={isPending} mt="md">
        Save Okta
      </Button>
    </form>
  )
}
