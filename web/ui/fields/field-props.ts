import type { ReactNode } from 'react'

/** What every field takes, so that `form.getInputProps(path)` can be spread into it. */
export interface FieldProps<Value> {
  label?: ReactNode
  /** Help below the field. */
  description?: ReactNode
  /** In words, below the field, linked to it for screen readers. */
  error?: ReactNode
  /** Shows the red asterisk. The form does the checking. */
  required?: boolean
  disabled?: boolean
  readOnly?: boolean
  placeholder?: string
  value?: Value
  onChange?: (value: Value) => void
  onBlur?: (event: never) => void
  onFocus?: (event: never) => void
  /** From `getInputProps`: how the form finds the field to focus. */
  'data-path'?: string
  'aria-label'?: string
  id?: string
  name?: string
}

/** Mantine's `required` would also enable the browser's own validation. Only the asterisk is wanted. */
export const asterisk = (required: boolean | undefined) => ({
  withAsterisk: required ?? false,
  'aria-required': required,
})

/** A select's list scrolls itself, because the keyboard couldn't reach a scrolling box inside it. */
export const SCROLLING_LIST = {
  withScrollArea: false,
  styles: { options: { maxHeight: 280, overflowY: 'auto' } },
} as const
