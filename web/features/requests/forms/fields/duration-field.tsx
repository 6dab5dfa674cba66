import { Input } from '@mantine/core'
import { useId } from 'react'
import type { FieldProps } from '../../../../ui/fields/field-props.ts'
import { groupProps } from '../../../../ui/fields/group-props.ts'
import { NumberField } from '../../../../ui/fields/number-field.tsx'
import classes from './fields.module.css'
import type { Duration } from './values.ts'

const PARTS = [
  { part: 'years', label: 'Years', max: 999 },
  { part: 'months', label: 'Months', max: 9999 },
  { part: 'days', label: 'Days', max: 99_999 },
] as const

const EMPTY: Duration = { years: 0, months: 0, days: 0 }

/** Years, months and days. All empty is unanswered. */
export const DurationField = ({
  label,
  description,
  error,
  required,
  value,
  onChange,
}: FieldProps<Duration | null>) => {
  const id = useId()
  const present = value ?? EMPTY
  const change = (part: keyof Duration, next: number | null): void => {
    const duration = { ...present, [part]: next ?? 0 }
    onChange?.(duration.years || duration.months || duration.days ? duration : null)
  }
  return (
    <Input.Wrapper
      id={id}
      label={label}
      labelElement="div"
      description={description}
      error={error}
      // A group isn't a control, so only the asterisk shows that it is required.
      withAsterisk={required ?? false}
    >
      <fieldset {...groupProps(id, { description, error })} className={classes.duration}>
        {PARTS.map(({ part, label: name, max }) => (
          <NumberField
            key={part}
            aria-label={name}
            suffix={` ${name.toLowerCase()}`}
            placeholder={name}
            decimals={0}
            min={0}
            max={max}
            allowNegative={false}
            error={Boolean(error)}
            value={present[part] || null}
            onChange={(next) => change(part, next)}
          />
        ))}
      </fieldset>
    </Input.Wrapper>
  )
}
