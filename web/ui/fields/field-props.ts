import type { ReactNode } from 'react'

/** What every field takes, so that `form.getInputProps(path)` can be spread into it. */
export interface FieldProps<Value> {
  label?: ReactNode
  /** Help under the field. */
  description?: ReactNode
  /** In words, under the field, tied to it for screen readers. */
  error?: ReactNode
  /** Shows the red asterisk; the form does the checking. */
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

/** Mantine's `required` would also set the browser's own validation; the asterisk alone is wanted. */
export const asterisk = (required: boolean | undefined) => ({
  withAsterisk: required ?? false,
  'aria-required': required,
})

/** The list of a select scrolls itself: a scrolling box inside it could not be reached by the keyboard. */
export const SCROLLING_LIST = {
  withScrollArea: false,
  styles: { options: { maxHeight: 280, overflowY: 'auto' } },
} as const
