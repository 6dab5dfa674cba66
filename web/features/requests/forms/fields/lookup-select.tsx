import { type ReactNode, useMemo } from 'react'
import type { OptionKind } from '../../../../../schema/platform/lookups/endpoints.ts'
import { chosenIds } from '../../../../../schema/requests/forms/chosen-departments.ts'
import type { AnswerValue, Question } from '../../../../../schema/requests/forms/form.ts'
import { AsyncOptionSelect } from '../../../platform/lookups/index.ts'
import { VendorChoice } from '../../proposed-vendors/index.ts'
import { amongOptions } from './among-options.ts'

export interface ChoiceProps {
  label: string
  description: ReactNode
  error: string | undefined
  required: boolean
  question: Question
  value: AnswerValue
  onChange: (value: AnswerValue) => void
}

interface LookupProps extends ChoiceProps {
  kind: OptionKind
  /** Whether a vendor can be proposed that the company doesn't have yet, where all can be chosen. */
  proposesVendors?: boolean
}

/** A choice of the company's departments, vendors, etc.: all, or those that the question offers. */
export const LookupSelect = ({ kind, question, value, onChange, proposesVendors = false, ...field }: LookupProps) => {
  const { id, options } = question
  const source = useMemo(
    () => (options.length > 0 ? { name: `question-${id}`, load: amongOptions(kind, options) } : undefined),
    [id, kind, options],
  )
  if (kind === 'vendor' && proposesVendors && options.length === 0 && !question.isMulti)
    return <VendorChoice {...field} value={chosenIds(value)[0] ?? null} onChange={onChange} />
  const shared = { ...field, kind, ...(source && { source }) }
  return question.isMulti ? (
    <AsyncOptionSelect {...shared} multiple value={chosenIds(value)} onChange={onChange} />
  ) : (
    <AsyncOptionSelect {...shared} value={chosenIds(value)[0] ?? null} onChange={onChange} />
  )
}
