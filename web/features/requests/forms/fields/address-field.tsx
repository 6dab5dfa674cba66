import { Input } from '@mantine/core'
import { useId, useRef } from 'react'
import type { FieldProps } from '../../../../ui/fields/field-props.ts'
import { groupProps } from '../../../../ui/fields/group-props.ts'
import { TextField } from '../../../../ui/fields/text-field.tsx'
import { AddressLine } from '../../../platform/addresses/index.ts'
import classes from './fields.module.css'
import type { Address } from './values.ts'

type Part = keyof Address

/** `needed` are the parts that a required address must have. */
const PARTS: { part: Part; label: string; needed: boolean; wide?: boolean; max: number; autoComplete: string }[] = [
  { part: 'address1', label: 'Address line 1', needed: true, wide: true, max: 300, autoComplete: 'address-line1' },
  { part: 'address2', label: 'Address line 2', needed: false, wide: true, max: 300, autoComplete: 'address-line2' },
  { part: 'city', label: 'City', needed: true, max: 120, autoComplete: 'address-level2' },
  { part: 'state', label: 'State or region', needed: true, max: 120, autoComplete: 'address-level1' },
  { part: 'postalCode', label: 'Postal code', needed: true, max: 40, autoComplete: 'postal-code' },
  { part: 'country', label: 'Country', needed: true, max: 80, autoComplete: 'country-name' },
  { part: 'memo', label: 'Note', needed: false, wide: true, max: 500, autoComplete: 'off' },
]

const EMPTY: Address = { country: '', address1: '', address2: '', city: '', state: '', postalCode: '' }

const isEmpty = (value: Address): boolean => PARTS.every(({ part }) => !value[part]?.trim())

/** An address by its parts. Without any of them it is unanswered. */
export const AddressField = ({ label, description, error, required, value, onChange }: FieldProps<Address | null>) => {
  const id = useId()
  const present = value ?? EMPTY
  const latest = useRef(present)
  latest.current = present
  const change = (parts: Partial<Address>): void => {
    const next: Address = { ...latest.current, ...parts }
    onChange?.(isEmpty(next) ? null : next)
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
      <fieldset {...groupProps(id, { description, error })} className={classes.address}>
        {PARTS.map(({ part, label: name, needed, wide, max, autoComplete }) => {
          const shared = {
            className: wide ? (classes.wide ?? '') : '',
            label: name,
            required: Boolean(required && needed),
            maxLength: max,
            autoComplete,
            error: Boolean(error && required && needed && !present[part]?.trim()),
            value: present[part] ?? '',
          }
          return part === 'address1' ? (
            <AddressLine key={part} {...shared} onChange={(text) => change({ [part]: text })} onTake={change} />
          ) : (
            <TextField key={part} {...shared} onChange={(event) => change({ [part]: event.currentTarget.value })} />
          )
        })}
      </fieldset>
    </Input.Wrapper>
  )
}
