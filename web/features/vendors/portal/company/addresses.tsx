import { IconMapPin } from '@tabler/icons-react'
import { newVendorCompanyAddress } from '../../../../../schema/vendors/portal/profile.ts'
import { useEndpointForm } from '../../../../ui/endpoint-form.ts'
import { TextField } from '../../../../ui/fields/text-field.tsx'
import { FieldPair } from '../../../../ui/form-frame.tsx'
import { AddressLine } from '../../../platform/addresses/index.ts'
import { type Address, companyKeys, type Profile, readProfile } from './api.ts'
import { deleteAddress, saveAddress } from './part-api.ts'
import { PartDialog } from './part-dialog.tsx'
import { Parts } from './parts.tsx'

type Lines = Pick<Address, 'address1' | 'address2' | 'city' | 'state' | 'postalCode' | 'country'>

/** "1 Main St", "Springfield, IL 62701", "US" */
export const addressLines = ({ address1, address2, city, state, postalCode, country }: Lines): string[] =>
  [address1, address2, [city, `${state} ${postalCode}`.trim()].filter(Boolean).join(', '), country].filter(Boolean)

export const Addresses = ({ profile }: { profile: Profile | undefined }) => (
  <Parts
    id="addresses"
    title="Addresses"
    noun="address"
    parts={profile?.vendorCompanyAddresses}
    empty={{ icon: <IconMapPin size={20} aria-hidden />, text: 'Bank accounts can use an address from here.' }}
    nameOf={({ address1 }) => address1}
    deleteText="It can’t be restored."
    remove={deleteAddress}
    card={(address) => addressLines(address).map((line) => <div key={line}>{line}</div>)}
    dialog={(address, onClose) => <AddressDialog address={address} onClose={onClose} />}
  />
)

const AddressDialog = ({ address, onClose }: { address: Address | null; onClose: () => void }) => {
  const { form, submit, isPending, theirs } = useEndpointForm(
    { body: newVendorCompanyAddress },
    {
      initial: {
        address1: address?.address1 ?? '',
        address2: address?.address2 ?? '',
        city: address?.city ?? '',
        state: address?.state ?? '',
        postalCode: address?.postalCode ?? '',
        country: address?.country ?? '',
      },
      edited: address && {
        version: address.version,
        read: async () => (await readProfile()).vendorCompanyAddresses.find(({ id }) => id === address.id) ?? null,
      },
      run: (body, { commandId, version }) => saveAddress(address && { id: address.id, version }, body, commandId),
      success: address ? 'Address saved' : 'Address added',
      invalidates: [companyKeys.all],
      onSuccess: onClose,
    },
  )
  return (
    <PartDialog
      title={address ? 'Edit address' : 'Add address'}
      submitLabel={address ? 'Save address' : 'Add address'}
      {...{ isPending, theirs, onClose }}
      onSubmit={submit}
    >
      <AddressLine
        label="Address line 1"
        required
        maxLength={300}
        autoComplete="address-line1"
        data-autofocus
        onTake={(address) => form.setValues(address)}
        {...form.getInputProps('address1')}
      />
      <TextField
        label="Address line 2"
        maxLength={300}
        autoComplete="address-line2"
        {...form.getInputProps('address2')}
      />
      <FieldPair>
        <TextField label="City" required maxLength={120} {...form.getInputProps('city')} />
        <TextField label="State or region" required maxLength={120} {...form.getInputProps('state')} />
        <TextField label="Postal code" required maxLength={40} {...form.getInputProps('postalCode')} />
        <TextField label="Country" required maxLength={80} {...form.getInputProps('country')} />
      </FieldPair>
    </PartDialog>
  )
}
