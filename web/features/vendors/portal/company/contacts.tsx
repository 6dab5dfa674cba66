import { IconAddressBook } from '@tabler/icons-react'
import { fullName } from '../../../../../schema/shared/values.ts'
import { newVendorCompanyContact } from '../../../../../schema/vendors/portal/profile.ts'
import { useEndpointForm } from '../../../../ui/endpoint-form.ts'
import { TextArea } from '../../../../ui/fields/text-area.tsx'
import { TextField } from '../../../../ui/fields/text-field.tsx'
import { FieldPair } from '../../../../ui/form-frame.tsx'
import { type Contact, companyKeys, type Profile, readProfile } from './api.ts'
import classes from './company.module.css'
import { deleteContact, saveContact } from './part-api.ts'
import { PartDialog } from './part-dialog.tsx'
import { Parts } from './parts.tsx'

export const Contacts = ({ profile }: { profile: Profile | undefined }) => (
  <Parts
    id="contacts"
    title="Contacts"
    noun="contact"
    parts={profile?.vendorCompanyContacts}
    empty={{
      icon: <IconAddressBook size={20} aria-hidden />,
      text: 'People your customers can reach. Each customer sees the ones you share with it.',
    }}
    nameOf={fullName}
    deleteText="Customers you shared this contact with will no longer see it."
    remove={deleteContact}
    card={(contact) => (
      <>
        <strong>{fullName(contact)}</strong>
        <div>{contact.email}</div>
        {contact.memo && <div className={classes.dim}>{contact.memo}</div>}
      </>
    )}
    dialog={(contact, onClose) => <ContactDialog contact={contact} onClose={onClose} />}
  />
)

const ContactDialog = ({ contact, onClose }: { contact: Contact | null; onClose: () => void }) => {
  const { form, submit, isPending, theirs } = useEndpointForm(
    { body: newVendorCompanyContact },
    {
      initial: {
        firstName: contact?.firstName ?? '',
        lastName: contact?.lastName ?? '',
        email: contact?.email ?? '',
        memo: contact?.memo ?? '',
      },
      edited: contact && {
        version: contact.version,
        read: async () => (await readProfile()).vendorCompanyContacts.find(({ id }) => id === contact.id) ?? null,
      },
      run: (body, { commandId, version }) => saveContact(contact && { id: contact.id, version }, body, commandId),
      success: contact ? 'Contact saved' : 'Contact added',
      invalidates: [companyKeys.all],
      onSuccess: onClose,
    },
  )
  return (
    <PartDialog
      title={contact ? 'Edit contact' : 'Add contact'}
      submitLabel={contact ? 'Save contact' : 'Add contact'}
      {...{ isPending, theirs, onClose }}
      onSubmit={submit}
    >
      <FieldPair>
        <TextField label="First name" required maxLength={100} data-autofocus {...form.getInputProps('firstName')} />
        <TextField label="Last name" maxLength={100} {...form.getInputProps('lastName')} />
      </FieldPair>
      <TextField
        label="Email"
        required
        type="email"
        inputMode="email"
        autoComplete="off"
        maxLength={254}
        {...form.getInputProps('email')}
      />
      <TextArea
        label="Memo"
        description="For example, what they are responsible for."
        maxLength={500}
        {...form.getInputProps('memo')}
      />
    </PartDialog>
  )
}
