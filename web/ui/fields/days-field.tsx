import { CalendarDateField } from './calendar-date-field.tsx'
import classes from './fields.module.css'

interface DaysFieldProps {
  label: string
  from: string | null
  to: string | null
  onChange: (days: { from: string | null; to: string | null }) => void
}

/** A range of days, open at either end. */
export const DaysField = ({ label, from, to, onChange }: DaysFieldProps) => (
  <fieldset className={classes.days}>
    <legend>{label}</legend>
    <CalendarDateField
      aria-label={`${label} from`}
      placeholder="From"
      value={from}
      {...(to ? { max: to } : {})}
      onChange={(next) => onChange({ from: next, to })}
    />
    <CalendarDateField
      aria-label={`${label} to`}
      placeholder="To"
      value={to}
      {...(from ? { min: from } : {})}
      onChange={(next) => onChange({ from, to: next })}
    />
  </fieldset>
)
