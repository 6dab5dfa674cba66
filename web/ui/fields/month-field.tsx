import { MonthPickerInput } from '@mantine/dates'
import { monthOf } from '../../../schema/shared/calendar.ts'
import { shortMonthText } from '../../lib/months.ts'

interface MonthFieldProps {
  label: string
  /** Only for screen readers. */
  hidesLabel?: boolean
  /** yyyy-mm */
  value: string | null
  min?: string
  onChange: (month: string | undefined) => void
}

/** A month of a year, picked from a grid. */
export const MonthField = ({ label, hidesLabel = false, value, min, onChange }: MonthFieldProps) => (
  <MonthPickerInput
    {...(hidesLabel ? { 'aria-label': `${label}: ${value ? shortMonthText(value) : 'any'}` } : { label })}
    placeholder="Any"
    clearable={!hidesLabel}
    value={value ? `${value}-01` : null}
    valueFormat="MMM YYYY"
    {...(min ? { minDate: `${min}-01` } : {})}
    onChange={(next) => onChange(next ? monthOf(next) : undefined)}
  />
)
