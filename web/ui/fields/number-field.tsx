import { NumberInput } from '@mantine/core'
import { asterisk, type FieldProps } from './field-props.ts'

interface NumberFieldProps extends FieldProps<number | null> {
  min?: number
  max?: number
  decimals?: number
  allowNegative?: boolean
  suffix?: string
}

/** A number or null: an empty field is null, never 0 (specification 1 §5). */
export const NumberField = ({ required, value, onChange, decimals = 6, ...props }: NumberFieldProps) => (
  <NumberInput
    {...props}
    {...asterisk(required)}
    hideControls
    thousandSeparator=","
    allowedDecimalSeparators={['.']}
    decimalScale={decimals}
    inputMode={decimals > 0 ? 'decimal' : 'numeric'}
    clampBehavior="none"
    value={value ?? ''}
    onChange={(next) => onChange?.(typeof next === 'number' && Number.isFinite(next) ? next : null)}
  />
)
