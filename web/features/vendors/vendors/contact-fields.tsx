import { Button } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus, IconX } from '@tabler/icons-react'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { FieldGroup, FieldPair } from '../../../ui/form-frame.tsx'
import { NO_CONTACT, type VendorFormValues } from './form-values.ts'

type Form = UseFormReturnType<VendorFormValues>

interface ContactFieldsProps {
  form: Form
  path: 'externalPointOfContact' | 'externalSigner' | `contacts.${number}`
  legend: string
  onRemove?: () => void
}

/** A contact of the vendor: name, address, phone. */
export const ContactFields = ({ form, path, legend, onRemove }: ContactFieldsProps) => {
  const email = form.getInputProps(`${path}.email`)
  return (
    <FieldGroup legend={legend}>
      <FieldPair>
        <TextField label="First name" maxLength={120} {...form.getInputProps(`${path}.firstName`)} />
        <TextField label="Last name" maxLength={120} {...form.getInputProps(`${path}.lastName`)} />
        <TextField
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="off"
          maxLength={254}
          {...email}
          onBlur={(event) => {
            form.setFieldValue(`${path}.email`, event.currentTarget.value.trim() as never)
            email.onBlur?.(event)
          }}
        />
        <TextField label="Phone" type="tel" maxLength={60} {...form.getInputProps(`${path}.phone`)} />
      </FieldPair>
      <TextField label="Note" maxLength={500} {...form.getInputProps(`${path}.memo`)} />
      {onRemove && (
        <div>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={<IconX size={14} aria-hidden />}
            onClick={onRemove}
          >
            Remove contact
          </Button>
        </div>
      )}
    </FieldGroup>
  )
}

/** More contacts of the vendor, without a limit. */
export const FurtherContacts = ({ form }: { form: Form }) => (
  <>
    {form.values.contacts.map((contact, index) => (
      <ContactFields
        key={contact.key}
        form={form}
        path={`contacts.${index}`}
        legend={`Contact ${index + 1}`}
        onRemove={() => form.removeListItem('contacts', index)}
      />
    ))}
    <div>
      <Button
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => form.insertListItem('contacts', { ...NO_CONTACT, key: crypto.randomUUID() })}
      >
        Add contact
      </Button>
    </div>
  </>
)
