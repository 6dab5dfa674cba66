import type { FieldProps } from './field-props.ts'

/**
 * A field of several controls: what ties its name, its help and its message to the group that holds them.
 * @param id of the field on the page
 */
export const groupProps = (id: string, { description, error }: Pick<FieldProps<unknown>, 'description' | 'error'>) => {
  const describedBy = [description && `${id}-description`, error && `${id}-error`].filter(Boolean).join(' ')
  return { 'aria-labelledby': `${id}-label`, ...(describedBy && { 'aria-describedby': describedBy }) }
}
