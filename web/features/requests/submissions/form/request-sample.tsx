import type { ComponentProps } from 'react'
import type { SampleForm } from '../../../approvals/workflows/index.ts'
import { useCompany } from '../../../platform/session/index.ts'
import { QuestionField } from '../../forms/index.ts'
import { submittedEntries } from '../steps.ts'

const SampleField = ({ question, value, onChange }: ComponentProps<SampleForm['Field']>) => {
  const { currency, enableCurrencies } = useCompany()
  return (
    <QuestionField
      question={{ ...question, isRequired: false }}
      value={value}
      error={undefined}
      onChange={onChange}
      currency={currency}
      enableCurrencies={enableCurrencies}
    />
  )
}

/** A request that tries a workflow. Nothing is required. */
export const REQUEST_SAMPLE: SampleForm = { Field: SampleField, entriesOf: submittedEntries }
