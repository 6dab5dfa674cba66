import { textOf } from '../../../../schema/shared/record.ts'
import { fullName, type Option } from '../../../../schema/shared/values.ts'
import { type UpdateServiceBody, updateServiceBody } from '../../../../schema/vendors/services/endpoints.ts'
import { serviceFields } from '../../../../schema/vendors/services/record.ts'
import { OptionSelect } from '../../../ui/fields/option-select.tsx'
import { editsOf } from '../../../ui/table/edits-of.tsx'
import type { FieldEdits } from '../../../ui/table/field-column.tsx'
import { AsyncOptionSelect } from '../../platform/lookups/index.ts'
import { readService, type Service, serviceKeys, updateService } from './api.ts'
import { FREQUENCY_OPTIONS, TERM_OPTIONS } from './words.tsx'

const edit = editsOf<Service, UpdateServiceBody>({
  what: 'service',
  can: ({ canEdit }) => canEdit,
  nameOf: ({ name }) => name,
  body: updateServiceBody,
  save: ({ id }, change, commandId) => updateService(id, change, commandId),
  read: ({ id }) => readService(id),
  invalidates: serviceKeys.all,
})

const toOption = ({ id, name }: { id: string; name: string }): Option => ({ value: id, label: name })
const idsOf = (units: { id: string }[]): string[] => units.map(({ id }) => id)
const RENEWALS: Option[] = [
  { value: 'yes', label: serviceFields.autorenews.text(true) },
  { value: 'no', label: serviceFields.autorenews.text(false) },
]

const one = (field: 'spendCategoryId' | 'businessUnitId', key: 'spendCategory' | 'businessUnit') =>
  edit(field, {
    isChoice: true,
    valueOf: (service) => service[key]?.id ?? null,
    text: (service) => service[key]?.name ?? '',
    input: ({ item, ...props }) => (
      <AsyncOptionSelect
        kind={key === 'spendCategory' ? 'spend-category' : 'business-unit'}
        known={item[key] ? [toOption(item[key])] : []}
        {...props}
      />
    ),
  })

const several = (field: 'departmentIds' | 'locationIds', key: 'departments' | 'locations') =>
  edit(field, {
    valueOf: (service) => idsOf(service[key]),
    text: (service) => textOf(serviceFields[key], service[key]),
    input: ({ item, ...props }) => (
      <AsyncOptionSelect
        multiple
        kind={key === 'departments' ? 'department' : 'location'}
        known={item[key].map(toOption)}
        {...props}
      />
    ),
  })

/** The fields of a service that can be changed alone in its list. Periods are changed in its form. */
export const serviceEdits: FieldEdits<Service> = {
  owners: edit('ownerIds', {
    valueOf: ({ owners }) => idsOf(owners),
    text: ({ owners }) => textOf(serviceFields.owners, owners),
    input: ({ item, ...props }) => (
      <AsyncOptionSelect
        multiple
        kind="member"
        known={item.owners.map((owner) => ({ value: owner.id, label: fullName(owner) }))}
        {...props}
      />
    ),
  }),
  departments: several('departmentIds', 'departments'),
  locations: several('locationIds', 'locations'),
  spendCategory: one('spendCategoryId', 'spendCategory'),
  businessUnit: one('businessUnitId', 'businessUnit'),
  paymentFrequency: edit('paymentFrequency', {
    isChoice: true,
    valueOf: ({ paymentFrequency }) => paymentFrequency,
    text: ({ paymentFrequency }) => textOf(serviceFields.paymentFrequency, paymentFrequency),
    input: ({ item: _, onChange, ...props }) => (
      <OptionSelect
        options={FREQUENCY_OPTIONS}
        onChange={(next) => onChange(next as Service['paymentFrequency'])}
        {...props}
      />
    ),
  }),
  paymentTerm: edit('paymentTerm', {
    isChoice: true,
    valueOf: ({ paymentTerm }) => paymentTerm,
    text: ({ paymentTerm }) => textOf(serviceFields.paymentTerm, paymentTerm),
    input: ({ item: _, onChange, ...props }) => (
      <OptionSelect options={TERM_OPTIONS} onChange={(next) => onChange(next as Service['paymentTerm'])} {...props} />
    ),
  }),
  autorenews: edit('autorenews', {
    isChoice: true,
    valueOf: ({ autorenews }) => autorenews,
    text: ({ autorenews }) => textOf(serviceFields.autorenews, autorenews),
    input: ({ item: _, value, onChange, ...props }) => (
      <OptionSelect
        required
        options={RENEWALS}
        value={value ? 'yes' : 'no'}
        onChange={(next) => onChange(next === 'yes')}
        {...props}
      />
    ),
  }),
}
