import { textOf } from '../../../../schema/shared/record.ts'
import { fullName, type Option, type Person } from '../../../../schema/shared/values.ts'
import {
  type UpdateVendorBody,
  updateVendorBody,
  type VendorRow,
} from '../../../../schema/vendors/vendors/endpoints.ts'
import { vendorFields } from '../../../../schema/vendors/vendors/record.ts'
import type { PaymentMethod } from '../../../../schema/vendors/vendors/values.ts'
import { OptionSelect } from '../../../ui/fields/option-select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { editsOf } from '../../../ui/table/edits-of.tsx'
import type { FieldEdits } from '../../../ui/table/field-column.tsx'
import { AsyncOptionSelect } from '../../platform/lookups/index.ts'
import { readVendor, updateVendor, vendorKeys } from './api.ts'
import { PAYMENT_METHOD_OPTIONS } from './words.tsx'

const edit = editsOf<VendorRow, UpdateVendorBody>({
  what: 'vendor',
  can: ({ canEdit }) => canEdit,
  nameOf: ({ name }) => name,
  body: updateVendorBody,
  save: ({ id }, change, commandId) => updateVendor(id, change, commandId),
  read: ({ id }) => readVendor(id),
  invalidates: vendorKeys.all,
})

const toOption = (person: Person): Option => ({ value: person.id, label: fullName(person) })
const COMPLIANCE: Option[] = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
]

/** The fields of a vendor that can be changed alone in its list. */
export const vendorEdits = {
  owners: edit('owners', {
    valueOf: ({ owners }) => owners.map(({ id }) => id),
    text: ({ owners }) => owners.map(fullName).join(', '),
    input: ({ item, ...props }) => (
      <AsyncOptionSelect multiple required kind="member" known={item.owners.map(toOption)} {...props} />
    ),
  }),
  signer: edit('signer', {
    isChoice: true,
    valueOf: ({ signer }) => signer?.id ?? null,
    text: ({ signer }) => textOf(vendorFields.signer, signer),
    input: ({ item, ...props }) => (
      <AsyncOptionSelect kind="member" known={item.signer ? [toOption(item.signer)] : []} {...props} />
    ),
  }),
  paymentMethod: edit('paymentMethod', {
    isChoice: true,
    // A vendor from a request has none yet.
    valueOf: ({ paymentMethod }) => paymentMethod as PaymentMethod,
    text: ({ paymentMethod }) => textOf(vendorFields.paymentMethod, paymentMethod),
    input: ({ item: _, onChange, ...props }) => (
      <OptionSelect
        required
        options={PAYMENT_METHOD_OPTIONS}
        onChange={(next) => next && onChange(next as PaymentMethod)}
        {...props}
      />
    ),
  }),
  isSocTwoCompliant: edit('isSocTwoCompliant', {
    isChoice: true,
    valueOf: ({ isSocTwoCompliant }) => isSocTwoCompliant,
    text: ({ isSocTwoCompliant }) => textOf(vendorFields.isSocTwoCompliant, isSocTwoCompliant),
    input: ({ item: _, value, onChange, ...props }) => (
      <OptionSelect
        options={COMPLIANCE}
        placeholder="Not applicable"
        value={value === null ? null : value ? 'yes' : 'no'}
        onChange={(next) => onChange(next === null ? null : next === 'yes')}
        {...props}
      />
    ),
  }),
  website: edit('website', {
    valueOf: ({ website }) => website,
    text: ({ website }) => website,
    input: ({ item: _, onChange, ...props }) => (
      <TextField
        inputMode="url"
        placeholder="https://example.com"
        maxLength={300}
        onChange={(event) => onChange(event.currentTarget.value)}
        {...props}
      />
    ),
  }),
} satisfies FieldEdits<VendorRow>
