import { Button, Group, Stack } from '@mantine/core'
import { createCompany } from '../../../../schema/platform/super-admin/endpoints.ts'
import { CURRENCIES, type Currency } from '../../../../schema/shared/money.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { OptionSelect } from '../../../ui/fields/option-select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { FieldGroup, FieldPair } from '../../../ui/form-frame.tsx'
import { currencyText } from '../company/index.ts'
import { superAdminKeys } from './api.ts'

interface AddCompanyDialogProps {
  opened: boolean
  onClose: () => void
  onAdded: (companyId: string) => void
}

export const AddCompanyDialog = ({ opened, ...props }: AddCompanyDialogProps) => (
  <Dialog opened={opened} onClose={props.onClose} title="Add company">
    {opened && <AddCompanyForm {...props} />}
  </Dialog>
)

/** What every new company starts with. */
const FEATURES = { enableIntakeRequests: true } as const

const AddCompanyForm = ({ onClose, onAdded }: Omit<AddCompanyDialogProps, 'opened'>) => {
  const { form, submit, isPending } = useEndpointForm(createCompany, {
    initial: {
      name: '',
      emailShortName: '',
      currency: 'USD' as Currency,
      admin: { firstName: '', lastName: '', email: '' },
    },
    toBody: (values) => ({ ...values, featureFlags: FEATURES }),
    success: (_, { name, admin }) => `${name} added. An invitation is on its way to ${admin?.email}`,
    invalidates: [superAdminKeys.all],
    onSuccess: ({ id }) => onAdded(id),
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextField label="Name" required maxLength={120} data-autofocus {...form.getInputProps('name')} />
        <FieldPair>
          <TextField
            label="Short name"
            description="The company’s address for forwarded documents begins with it."
            required
            maxLength={64}
            autoCapitalize="none"
            autoComplete="off"
            {...form.getInputProps('emailShortName')}
          />
          <OptionSelect
            label="Currency"
            description={currencyText(form.values.currency, true)}
            required
            options={CURRENCIES.map((code) => ({ value: code, label: code }))}
            {...form.getInputProps('currency')}
          />
        </FieldPair>
        <FieldGroup legend="First admin">
          <FieldPair>
            <TextField label="First name" required maxLength={100} {...form.getInputProps('admin.firstName')} />
            <TextField label="Last name" required maxLength={100} {...form.getInputProps('admin.lastName')} />
          </FieldPair>
          <TextField
            label="Email"
            description="They get an invitation, and run the company once they accept it."
            type="email"
            required
            maxLength={254}
            {...form.getInputProps('admin.email')}
          />
        </FieldGroup>
      </Stack>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="subtle" color="gray" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isPending}>
          Add company
        </Button>
      </Group>
    </form>
  )
}
