import type { FieldProps } from './field-props.ts'

/**
 * A field with several controls: links its name, help and message to the group.
 * @param id of the field on the page
 */
export const groupProps = (id: string, { description, error }: Pick<FieldProps<unknown>, 'description' | 'error'>) => {
  const describedBy = [description && `${id}-description`, error && `${id}-error`].filter(Boolean).join(' ')
  return { 'aria-labelledby': `${id}-label`, ...(describedBy && { 'aria-describedby': describedBy }) }
}
