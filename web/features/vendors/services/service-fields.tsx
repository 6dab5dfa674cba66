import { Button, Checkbox } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus } from '@tabler/icons-react'
import { fullName, type Option } from '../../../../schema/shared/values.ts'
import { OptionSelect } from '../../../ui/fields/option-select.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { FieldGroup, FieldPair } from '../../../ui/form-frame.tsx'
import { AsyncOptionSelect } from '../../platform/lookups/index.ts'
import { useCompany } from '../../platform/session/index.ts'
import type { Service } from './api.ts'
import { CustomFields, useServiceForm } from './custom-fields.tsx'
import { nextPeriod, type ServiceFormValues } from './form-values.ts'
import { PeriodFields } from './period-fields.tsx'
import { FREQUENCY_OPTIONS, TERM_OPTIONS } from './words.tsx'

const toOption = ({ id, name }: { id: string; name: string }): Option => ({ value: id, label: name })
const one = (unit: { id: string; name: string } | null | undefined): Option[] => (unit ? [toOption(unit)] : [])

/** Every field of a service that people enter. */
export const ServiceFields = ({
  form,
  service,
}: {
  form: UseFormReturnType<ServiceFormValues>
  /** Null for a new one. */
  service: Service | null
}) => {
  const { enableBusinessUnits, currency } = useCompany()
  const fields = useServiceForm(form.values, service)
  const { answers } = form.values
  const errorOf = (path: string) => form.errors[path] as string | undefined
  return (
    <>
      <FieldGroup legend="Service">
        <TextField
          label="Name"
          required
          maxLength={200}
          {...(service ? {} : { 'data-autofocus': true })}
          {...form.getInputProps('name')}
        />
        <AsyncOptionSelect
          kind="vendor"
          label="Vendor"
          required
          known={one(service?.vendor)}
          {...form.getInputProps('vendorId')}
        />
        <TextArea label="Description" maxLength={5000} {...form.getInputProps('description')} />
      </FieldGroup>
      <FieldGroup legend="Organization">
        <FieldPair>
          <AsyncOptionSelect
            kind="member"
            multiple
            label="Owners"
            description="Owners may change the service."
            known={(service?.owners ?? []).map((owner) => ({ value: owner.id, label: fullName(owner) }))}
            {...form.getInputProps('ownerIds')}
          />
          <AsyncOptionSelect
            kind="department"
            multiple
            label="Departments"
            known={(service?.departments ?? []).map(toOption)}
            {...form.getInputProps('departmentIds')}
          />
          <AsyncOptionSelect
            kind="location"
            multiple
            label="Locations"
            known={(service?.locations ?? []).map(toOption)}
            {...form.getInputProps('locationIds')}
          />
          {enableBusinessUnits && (
            <AsyncOptionSelect
              kind="business-unit"
              label="Business unit"
              known={one(service?.businessUnit)}
              {...form.getInputProps('businessUnitId')}
            />
          )}
          <AsyncOptionSelect
            kind="spend-category"
            label="Spend category"
            known={one(service?.spendCategory)}
            {...form.getInputProps('spendCategoryId')}
          />
        </FieldPair>
      </FieldGroup>
      <FieldGroup legend="Payment and renewal">
        <FieldPair>
          <OptionSelect
            label="Payment frequency"
            options={FREQUENCY_OPTIONS}
            {...form.getInputProps('paymentFrequency')}
          />
          <OptionSelect label="Payment terms" options={TERM_OPTIONS} {...form.getInputProps('paymentTerm')} />
        </FieldPair>
        <Checkbox
          label="Auto-renews"
          description="Unless it’s canceled in time."
          {...form.getInputProps('autorenews', { type: 'checkbox' })}
        />
        {form.values.autorenews && (
          <TextField
            label="Auto-renewal detail"
            placeholder="For example: one year at a time, with 30 days’ notice"
            maxLength={2000}
            {...form.getInputProps('autoRenewalDetail')}
          />
        )}
      </FieldGroup>
      {fields.ofService && fields.ofService.questions.length > 0 && (
        <FieldGroup legend="More details">
          <CustomFields
            fields={fields}
            section="ofService"
            above={{}}
            answers={answers}
            onChange={(next) => form.setFieldValue('answers', next)}
            errorOf={(id) => errorOf(`answers.${id}`)}
          />
        </FieldGroup>
      )}
      {form.values.servicePeriods.map((period, index) => (
        <PeriodFields key={period.key} form={form} index={index} period={period}>
          <CustomFields
            fields={fields}
            section="ofItem"
            above={answers}
            answers={period.answers}
            onChange={(next) => form.setFieldValue(`servicePeriods.${index}.answers`, next)}
            errorOf={(id) => errorOf(`servicePeriods.${index}.answers.${id}`)}
          />
        </PeriodFields>
      ))}
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => form.insertListItem('servicePeriods', nextPeriod(form.values.servicePeriods, currency))}
        >
          Add service period
        </Button>
      </div>
    </>
  )
}
