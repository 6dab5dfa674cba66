import { MonthPickerInput } from '@mantine/dates'
import type { ReactNode } from 'react'
import { monthOf } from '../../../schema/shared/calendar.ts'
import { shortMonthText } from '../../lib/months.ts'

interface MonthFieldProps {
  label: string
  /** Only for screen readers. */
  hidesLabel?: boolean
  /** It can't be cleared. */
  required?: boolean
  /** yyyy-mm */
  value: string | null
  min?: string
  error?: ReactNode
  onChange: (month: string | undefined) => void
}

/** A month of a year, picked from a grid. */
export const MonthField = ({ label, hidesLabel = false, required, value, min, error, onChange }: MonthFieldProps) => (
  <MonthPickerInput
    {...(hidesLabel ? { 'aria-label': `${label}: ${value ? shortMonthText(value) : 'any'}` } : { label })}
    // The field is a button, for which nothing says that it is required.
    withAsterisk={required ?? false}
    placeholder="Any"
    clearable={!(hidesLabel || required)}
    clearButtonProps={{ 'aria-label': `Clear ${label}` }}
    value={value ? `${value}-01` : null}
    valueFormat="MMM YYYY"
    error={error}
    {...(min ? { minDate: `${min}-01` } : {})}
    onChange={(next) => onChange(next ? monthOf(next) : undefined)}
  />
)
