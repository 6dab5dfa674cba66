import { Button, Checkbox, Stack } from '@mantine/core'
import { saveLoginMethods } from '../../../../schema/platform/sign-on/settings-endpoints.ts'
import type { LoginMethod } from '../../../../schema/shared/permissions.ts'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { GUARDED_KEYS, saidOfGuarded } from '../guarded/index.ts'
import { companyQuery } from '../session/index.ts'
import { signOnKeys } from './api.ts'

const LABELS: Record<LoginMethod, string> = {
  EMAIL_LINK: 'Email link',
  GOOGLE: 'Google',
  MICROSOFT: 'Microsoft',
  OKTA: 'Okta',
  OKTA_SAML: 'SAML (Okta, Entra and others)',
}

interface MethodsFormProps {
  saved: { methods: string[]; offered: string[]; microsoftTenantId: string | null }
}

/** Which methods people may use. One with which the admin is logged in stays on, so that no one is locked out. */
export const MethodsForm = ({ saved }: MethodsFormProps) => {
  const { form, submit, isPending } = useEndpointForm(saveLoginMethods, {
    initial: { methods: saved.methods as LoginMethod[], microsoftTenantId: saved.microsoftTenantId ?? '' },
    toBody: ({ methods, microsoftTenantId }) => ({ methods, microsoftTenantId: microsoftTenantId.trim() || null }),
    success: saidOfGuarded('Login methods saved'),
    invalidates: [signOnKeys.all, companyQuery.queryKey, GUARDED_KEYS],
  })
  const shown = (Object.keys(LABELS) as LoginMethod[]).filter((name) => saved.offered.includes(name))
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" align="flex-start">
        <Checkbox.Group label="Methods" {...form.getInputProps('methods')}>
          <Stack gap="xs" mt="xs">
            {shown.map((name) => (
              <Checkbox key={name} value={name} label={LABELS[name]} />
            ))}
          </Stack>
        </Checkbox.Group>
        {form.values.methods.includes('MICROSOFT') && (
          <TextField
            label="Microsoft tenant ID"
            description="In Microsoft Entra under Overview. Only addresses in this tenant find your members."
            autoComplete="off"
            {...form.getInputProps('microsoftTenantId')}
          />
        )}
        <Button type="submit" loading={isPending}>
          Save login methods
        </Button>
      </Stack>
    </form>
  )
}
