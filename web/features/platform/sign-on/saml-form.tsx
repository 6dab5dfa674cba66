import { Button, Stack } from '@mantine/core'
import {
  type OktaSamlConfiguration,
  saveOktaSamlConfiguration,
} from '../../../../schema/platform/sign-on/settings-endpoints.ts'
import { DateTimeText } from '../../../ui/date-text.tsx'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { CopiedText } from '../../../ui/fields/copied-text.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { GUARDED_KEYS, saidOfGuarded } from '../guarded/index.ts'
import { signOnKeys } from './api.ts'
import classes from './sign-on.module.css'

/** What a provider needs to know of us, and where it describes itself. */
export const SamlForm = ({ saved }: { saved: OktaSamlConfiguration }) => {
  const { form, submit, isPending } = useEndpointForm(saveOktaSamlConfiguration, {
    initial: {
      samlMetadataUrl: saved.samlMetadataUrl,
      samlMetadata: '',
      loginDomains: saved.loginDomains.join('\n'),
    },
    toBody: ({ samlMetadata, loginDomains, ...values }) => ({
      ...values,
      ...(samlMetadata.trim() && { samlMetadata }),
      loginDomains: loginDomains.split(/[\s,;]+/).filter(Boolean),
    }),
    success: saidOfGuarded('SAML provider saved'),
    invalidates: [signOnKeys.all, GUARDED_KEYS],
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <CopiedText label="Single sign-on URL (ACS)" value={saved.callbackUrl} />
        <CopiedText label="Audience URI (SP entity ID)" value={saved.issuerUrl} />
        <TextField
          label="Metadata URL"
          description="Read now, and again every day, so that new certificates are known."
          placeholder="https://acme.okta.com/app/abc/sso/saml/metadata"
          autoComplete="off"
          {...form.getInputProps('samlMetadataUrl')}
        />
        <TextArea
          label="Or the metadata themselves"
          description="For a provider without an address for them. They are not read again."
          autosize
          minRows={2}
          maxRows={6}
          {...form.getInputProps('samlMetadata')}
        />
        <TextArea
          label="Login domains"
          description="One on each line, the same for all connections. Each counts once its DNS record is there."
          autosize
          minRows={2}
          {...form.getInputProps('loginDomains')}
        />
        {saved.entityId && (
          <p className={classes.dim}>
            Connected to {saved.entityId}
            {saved.certificateEndsAt && (
              <>
                , whose certificate holds until <DateTimeText instant={saved.certificateEndsAt} />
              </>
            )}
          </p>
        )}
      </Stack>
      <Button type="submit" loading={isPending} mt="md">
        Save SAML provider
      </Button>
    </form>
  )
}
