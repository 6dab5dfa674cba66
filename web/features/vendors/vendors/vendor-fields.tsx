import { Radio } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import type { FormDefinition } from '../../../../schema/requests/forms/form.ts'
import { visibleQuestions } from '../../../../schema/requests/forms/visibility.ts'
import { fullName, type Option } from '../../../../schema/shared/values.ts'
import { OptionSelect } from '../../../ui/fields/option-select.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { FieldGroup, FieldPair } from '../../../ui/form-frame.tsx'
import { AsyncOptionSelect } from '../../platform/lookups/index.ts'
import { useCompany } from '../../platform/session/index.ts'
import { AddressField, QuestionField } from '../../requests/forms/index.ts'
import { useCategorySource, type Vendor } from './api.ts'
import { ContactFields, FurtherContacts } from './contact-fields.tsx'
import type { VendorFormValues } from './form-values.ts'
import { SimilarVendors } from './similar-vendors.tsx'
import { TaxIds } from './tax-ids.tsx'
import classes from './vendors.module.css'
import { PAYMENT_METHOD_OPTIONS } from './words.tsx'

/** How the accounting vendors of a vendor are chosen, by the area that knows them. */
export type AccountingField = (props: {
  known: Option[]
  value: string[]
  error?: ReactNode
  onChange: (ids: string[]) => void
}) => ReactNode

interface VendorFieldsProps {
  form: UseFormReturnType<VendorFormValues>
  /** The company's custom fields and those of the chosen categories. */
  definition: FormDefinition
  /** Null for a new one. */
  vendor: Vendor | null
  accounting: AccountingField | undefined
}

/** Every field of a vendor that people enter. */
export const VendorFields = ({ form, definition, vendor, accounting }: VendorFieldsProps) => {
  const { enableVendorCategories, currency, enableCurrencies } = useCompany()
  const categorySource = useCategorySource()
  const people: Option[] = [...(vendor?.owners ?? []), ...(vendor?.signer ? [vendor.signer] : [])].map((person) => ({
    value: person.id,
    label: fullName(person),
  }))
  return (
    <>
      <FieldGroup legend="Vendor">
        <div>
          <TextField
            label="Name"
            required
            maxLength={200}
            autoComplete="off"
            {...(vendor ? {} : { 'data-autofocus': true })}
            {...form.getInputProps('name')}
          />
          <SimilarVendors
            name={form.values.name === vendor?.name ? '' : form.values.name}
            vendorId={vendor?.id ?? null}
          />
        </div>
        <TextArea label="Description" maxLength={5000} {...form.getInputProps('description')} />
        <TextField
          label="Website"
          inputMode="url"
          placeholder="https://example.com"
          maxLength={300}
          {...form.getInputProps('website')}
        />
        {enableVendorCategories && (
          <AsyncOptionSelect
            kind="vendor"
            source={categorySource}
            multiple
            label="Categories"
            description="Each category can have custom fields."
            known={(vendor?.vendorCategories ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            {...form.getInputProps('vendorCategoryIds')}
          />
        )}
        {accounting?.({
          known: (vendor?.erpVendors ?? []).map(({ id, name }) => ({ value: id, label: name })),
          value: form.values.erpVendorIds,
          error: form.errors.erpVendorIds,
          onChange: (ids) => {
            form.setFieldValue('erpVendorIds', ids)
            form.clearFieldError('erpVendorIds')
          },
        })}
      </FieldGroup>
      <FieldGroup legend="People of your company">
        <FieldPair>
          <AsyncOptionSelect
            kind="member"
            multiple
            required
            label="Owners"
            description="Owners may change the vendor."
            known={people}
            {...form.getInputProps('owners')}
          />
          <AsyncOptionSelect
            kind="member"
            label="Signer"
            description="Signs contracts with this vendor."
            known={people}
            {...form.getInputProps('signer')}
          />
        </FieldPair>
      </FieldGroup>
      <FieldGroup legend="Payment and compliance">
        <FieldPair>
          <OptionSelect
            label="Payment method"
            required
            options={PAYMENT_METHOD_OPTIONS}
            {...form.getInputProps('paymentMethod')}
          />
          <Radio.Group label="SOC 2 compliant" {...form.getInputProps('isSocTwoCompliant')}>
            <div className={classes.choices}>
              <Radio value="yes" label="Yes" />
              <Radio value="no" label="No" />
              <Radio value="na" label="Not applicable" />
            </div>
          </Radio.Group>
        </FieldPair>
        <TaxIds value={form.values.taxIds} onChange={(next) => form.setFieldValue('taxIds', next)} />
        <AddressField
          label="Address"
          value={form.values.address}
          error={form.errors.address as string | undefined}
          onChange={(next) => form.setFieldValue('address', next)}
        />
      </FieldGroup>
      <ContactFields form={form} path="externalPointOfContact" legend="External point of contact" />
      <ContactFields form={form} path="externalSigner" legend="External signer" />
      <FurtherContacts form={form} />
      {definition.steps.map((step) => {
        const questions = visibleQuestions(definition, form.values.answers, [step])
        if (questions.length === 0) return null
        return (
          <FieldGroup key={step.id} legend={step.label}>
            {questions.map((question) => (
              <QuestionField
                key={question.id}
                question={question}
                value={form.values.answers[question.id] ?? null}
                error={form.errors[`answers.${question.id}`] as string | undefined}
                onChange={(questionId, value) => {
                  form.setFieldValue('answers', (answers) => ({ ...answers, [questionId]: value }))
                  form.clearFieldError(`answers.${questionId}`)
                }}
                currency={currency}
                enableCurrencies={enableCurrencies}
              />
            ))}
          </FieldGroup>
        )
      })}
    </>
  )
}
