import { Switch } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { AsyncOptionSelect } from '../lookups/index.ts'
import { onOff } from './words.ts'

/** People who are notified because of their role. */
export interface RecipientSwitch<Field extends string> {
  field: Field
  label: string
  description: string
}

type Recipients<Field extends string> = Record<Field, boolean> & { groupsToSendTo: string[] }

interface RecipientFieldsProps<Field extends string, Values extends Recipients<Field>> {
  form: UseFormReturnType<Values>
  switches: readonly RecipientSwitch<Field>[]
  /** Groups already chosen, by name. */
  groups: readonly { id: string; name: string }[]
}

/** A switch for each role, and the groups that are notified as well. */
export const RecipientFields = <Field extends string, Values extends Recipients<Field>>({
  form,
  switches,
  groups,
}: RecipientFieldsProps<Field, Values>) => (
  <>
    {switches.map(({ field, label, description }) => (
      <Switch
        key={field}
        label={label}
        description={description}
        {...form.getInputProps(field, { type: 'checkbox' })}
      />
    ))}
    <AsyncOptionSelect
      kind="group"
      multiple
      label="Groups"
      description="Also everyone in these groups."
      known={groups.map(({ id, name }) => ({ value: id, label: name }))}
      {...form.getInputProps('groupsToSendTo')}
    />
  </>
)

/** Where someone else's save differs from the form. */
export const recipientDifferences = <Field extends string>(
  switches: readonly RecipientSwitch<Field>[],
  mine: Recipients<Field>,
  theirs: Recipients<Field>,
): string[] => [
  ...switches.flatMap(({ field, label }) =>
    theirs[field] === mine[field] ? [] : [`${label}: ${onOff(theirs[field])}`],
  ),
  ...(theirs.groupsToSendTo.join() === mine.groupsToSendTo.join()
    ? []
    : [`Groups: ${theirs.groupsToSendTo.length === 0 ? 'none' : `${theirs.groupsToSendTo.length} chosen`}`]),
]
