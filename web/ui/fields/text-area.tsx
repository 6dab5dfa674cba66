import { Textarea, type TextareaProps } from '@mantine/core'
import { asterisk } from './field-props.ts'

/**
 * Several lines, growing with the text. `required` is only the asterisk. Separate from TextField, which the login page
 * loads.
 */
export const TextArea = ({ required, ...props }: TextareaProps) => (
  <Textarea autosize minRows={3} maxRows={16} {...asterisk(required)} {...props} />
)
