import { TextInput, type TextInputProps } from '@mantine/core'
import { asterisk } from './field-props.ts'

/** One line of text. Takes everything of Mantine's TextInput. `required` is only the asterisk. */
export const TextField = ({ required, ...props }: TextInputProps) => <TextInput {...asterisk(required)} {...props} />
