import { Button, Group } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus } from '@tabler/icons-react'
import { MOST_LINES } from '../../../../schema/spend/spend-requests/content.ts'
import { MoneyField } from '../../../ui/fields/money-field.tsx'
import { RunningTotal } from '../../../ui/fields/running-total.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { FieldGroup, FieldPair } from '../../../ui/form-frame.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { RemoveLine } from '../../../ui/remove-line.tsx'
import { AsyncOptionSelect } from '../../platform/lookups/index.ts'
import { useCompany } from '../../platform/session/index.ts'
import { nextLine, type SpendValues, totalOf } from './form-values.ts'
import classes from './spend.module.css'

/** The lines of a spend request and their total. */
export const LinesFields = ({ form }: { form: UseFormReturnType<SpendValues> }) => {
  const { lines } = form.values
  return (
    <>
      {lines.map((line, index) => (
        <LineFields key={line.key} form={form} index={index} isOnly={lines.length === 1} />
      ))}
      {form.errors.lines && <p className={classes.error}>{form.errors.lines}</p>}
      <Group justify="space-between" gap="xs">
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={lines.length >= MOST_LINES}
          onClick={() => form.insertListItem('lines', nextLine(lines))}
        >
          Add line
        </Button>
        <RunningTotal className={classes.total}>
          <span className={classes.dim}>Total</span>{' '}
          <strong>
            <MoneyText money={totalOf(form.values)} />
          </strong>
        </RunningTotal>
      </Group>
    </>
  )
}

interface LineFieldsProps {
  form: UseFormReturnType<SpendValues>
  index: number
  isOnly: boolean
}

const LineFields = ({ form, index, isOnly }: LineFieldsProps) => {
  const { enableBusinessUnits, enableEntities } = useCompany()
  const path = `lines.${index}`
  const { currency } = form.values
  const { value: _, onChange, ...amount } = form.getInputProps(`${path}.amount`)
  const value = form.values.lines[index]?.amount ?? null
  return (
    <FieldGroup legend={`Line ${index + 1}`}>
      <FieldPair>
        <MoneyField
          key={currency}
          label="Amount"
          required
          {...amount}
          defaultCurrency={currency}
          value={value === null ? null : { value, currency }}
          onChange={(money) => onChange(money?.value ?? null)}
        />
        <TextField label="Description" maxLength={2000} {...form.getInputProps(`${path}.description`)} />
        <AsyncOptionSelect
          kind="spend-category"
          label="Category"
          required
          {...form.getInputProps(`${path}.categoryId`)}
        />
        <AsyncOptionSelect
          kind="department"
          label="Department"
          required
          {...form.getInputProps(`${path}.departmentId`)}
        />
        {enableBusinessUnits && (
          <AsyncOptionSelect
            kind="business-unit"
            label="Business unit"
            {...form.getInputProps(`${path}.businessUnitId`)}
          />
        )}
        {enableEntities && (
          <AsyncOptionSelect kind="entity" label="Entity" {...form.getInputProps(`${path}.entityId`)} />
        )}
      </FieldPair>
      {!isOnly && <RemoveLine number={index + 1} onRemove={() => form.removeListItem('lines', index)} />}
    </FieldGroup>
  )
}
