import { Button, PasswordInput, Stack } from '@mantine/core'
import {
  type LoginDomain,
  type OktaConfiguration,
  saveOktaConfiguration,
} from '../../../../schema/platform/sign-on/settings-endpoints.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { checkDomain, signOnKeys } from './api.ts'
import { CopiedText } from './copied-text.tsx'
import classes from './sign-on.module.css'

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
    success: 'Okta saved',
    invalidates: [signOnKeys.all],
  })
  return (
    <>
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
      {saved.domains.length > 0 && (
        <ul className={classes.states} aria-label="Login domains">
          {saved.domains.map((domain) => (
            <Domain key={domain.domain} {...domain} />
          ))}
        </ul>
      )}
    </>
  )
}

/** A domain, with the record that proves it until it does. */
const Domain = ({ domain, recordName, recordValue, provenAt, missingSince }: LoginDomain) => {
  const isSound = provenAt !== null && missingSince === null
  const check = useCommand({
    run: (_: undefined, { commandId }) => checkDomain(domain, commandId),
    success: (found) =>
      found.provenAt && !found.missingSince ? `${domain} is proven` : `${domain} has no such record yet`,
    invalidates: [signOnKeys.all],
  })
  return (
    <li>
      <span className={classes.name}>{domain}</span>{' '}
      <StatusBadge
        tone={isSound ? 'positive' : provenAt ? 'negative' : 'waiting'}
        label={isSound ? 'Proven' : provenAt ? 'Record missing' : 'Not proven yet'}
      />
      {!isSound && (
        <Stack gap="sm" mt="sm" align="stretch">
          <p className={classes.dim}>
            {provenAt
              ? 'The domain counts for three more days. Add this TXT record again, then check.'
              : 'Add this TXT record at your DNS provider, then check. It can take an hour to be seen.'}
          </p>
          <CopiedText label={`Name of the record for ${domain}`} value={recordName} />
          <CopiedText label={`Value of the record for ${domain}`} value={recordValue} />
          <Button variant="default" loading={check.isPending} onClick={() => check.send(undefined)} w="fit-content">
            Check {domain}
          </Button>
        </Stack>
      )}
    </li>
  )
}
