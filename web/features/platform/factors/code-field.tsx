import { TextField } from '../../../ui/fields/text-field.tsx'

interface CodeFieldProps {
  label: string
  value: string
  error: string | null
  onChange: (value: string) => void
}

/** Six digits, which phones and password managers fill in. */
export const CodeField = ({ label, value, error, onChange }: CodeFieldProps) => (
  <TextField
    label={label}
    required
    data-autofocus
    inputMode="numeric"
    autoComplete="one-time-code"
    maxLength={12}
    w="12rem"
    value={value}
    error={error}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)
