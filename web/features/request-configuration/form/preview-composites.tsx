import { Input, NumberInput, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { AnswerValue } from '../../../../schema/intake/form.ts'
import classes from './preview.module.css'

interface CompositeProps {
  id: string
  label: ReactNode
  description?: ReactNode
  required: boolean
  error?: string | undefined
  value: AnswerValue
  onChange: (value: AnswerValue) => void
}

type Parts = Record<string, unknown>
const partsOf = (value: AnswerValue): Parts =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Parts) : {}

const DURATION_PARTS = [
  ['years', 'Years'],
  ['months', 'Months'],
  ['days', 'Days'],
] as const

export const DurationFields = ({ id, label, description, required, error, value, onChange }: CompositeProps) => {
  const parts = partsOf(value)
  return (
    <Input.Wrapper id={id} label={label} description={description} error={error} withAsterisk={required}>
      <div className={classes.duration}>
        {DURATION_PARTS.map(([part, name], i) => (
          <NumberInput
            key={part}
            id={i === 0 ? id : undefined}
            aria-label={`${String(label)}: ${name}`}
            placeholder={name}
            min={0}
            allowDecimal={false}
            allowNegative={false}
            hideControls
            error={Boolean(error)}
            value={typeof parts[part] === 'number' && parts[part] !== 0 ? parts[part] : ''}
            onChange={(next) =>
              onChange({ years: 0, months: 0, days: 0, ...parts, [part]: typeof next === 'number' ? next : 0 })
            }
          />
        ))}
      </div>
    </Input.Wrapper>
  )
}

const ADDRESS_PARTS = [
  ['address1', 'Street address'],
  ['address2', 'Apartment, suite, floor'],
  ['city', 'City'],
  ['state', 'State or region'],
  ['postalCode', 'Postal code'],
  ['country', 'Country'],
] as const

const NO_ADDRESS = { address1: '', address2: '', city: '', state: '', postalCode: '', country: '' }

export const AddressFields = ({ id, label, description, required, error, value, onChange }: CompositeProps) => {
  const parts = partsOf(value)
  return (
    <Input.Wrapper id={id} label={label} description={description} error={error} withAsterisk={required}>
      <div className={classes.address}>
        {ADDRESS_PARTS.map(([part, name], i) => (
          <TextInput
            key={part}
            id={i === 0 ? id : undefined}
            aria-label={`${String(label)}: ${name}`}
            placeholder={name}
            error={Boolean(error)}
            value={typeof parts[part] === 'string' ? parts[part] : ''}
            onChange={(event) => onChange({ ...NO_ADDRESS, ...parts, [part]: event.currentTarget.value })}
          />
        ))}
      </div>
    </Input.Wrapper>
  )
}
