import { Button, Group, Radio } from '@mantine/core'
import type { FieldProps } from './field-props.ts'
import classes from './fields.module.css'

const toText = (value: boolean | null | undefined): string => {
  if (value === true) return 'yes'
  return value === false ? 'no' : ''
}

/** Yes, no, or not answered (null). */
export const YesNoField = ({ required, value, onChange, disabled, readOnly, ...props }: FieldProps<boolean | null>) => {
  const fixed = Boolean(disabled || readOnly)
  const { label, description, error, id } = props
  return (
    <Radio.Group
      // The group's wrapper isn't a control, so only the asterisk shows that it is required.
      withAsterisk={required ?? false}
      label={label}
      description={description}
      error={error}
      {...(id ? { id } : {})}
      aria-label={props['aria-label']}
      value={toText(value)}
      onChange={(next) => onChange?.(next === 'yes')}
    >
      <Group className={classes.choices ?? ''} wrap="nowrap">
        <Radio value="yes" label="Yes" disabled={fixed} data-path={props['data-path']} />
        <Radio value="no" label="No" disabled={fixed} />
        {!required && !fixed && (value === true || value === false) && (
          <Button variant="subtle" color="gray" size="compact-sm" onClick={() => onChange?.(null)}>
            Clear
          </Button>
        )}
      </Group>
    </Radio.Group>
  )
}
