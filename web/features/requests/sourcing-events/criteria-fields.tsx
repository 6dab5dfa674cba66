import { ActionIcon, Button, Group } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { EVENT_LIMITS } from '../../../../schema/requests/sourcing-events/values.ts'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { RunningTotal } from '../../../ui/fields/running-total.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { FieldGroup } from '../../../ui/form-frame.tsx'
import type { EventValues } from './event-values.ts'
import classes from './events.module.css'

const newCriterion = (weight: number) => ({ id: crypto.randomUUID(), label: '', description: '', weight })

/** What reviewers score, and how much each counts. */
export const CriteriaFields = ({ form }: { form: UseFormReturnType<EventValues> }) => {
  const { criteria } = form.values
  const sum = criteria.reduce((total, { weight }) => total + (weight ?? 0), 0)
  return (
    <FieldGroup legend="Criteria">
      <p className={classes.note}>
        Each reviewer scores every bid from 0 to 10 by each criterion. Bidders see criteria and weights. They can’t be
        changed once the event is published.
      </p>
      {criteria.map(({ id }, index) => (
        <div key={id} className={classes.criterion}>
          <TextField
            label={`Criterion ${index + 1}`}
            required
            maxLength={120}
            {...form.getInputProps(`criteria.${index}.label`)}
          />
          <NumberField
            label="Weight"
            required
            decimals={0}
            suffix="%"
            {...form.getInputProps(`criteria.${index}.weight`)}
          />
          <TextField
            label="What to look for"
            maxLength={500}
            {...form.getInputProps(`criteria.${index}.description`)}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Remove criterion ${index + 1}`}
            onClick={() => form.removeListItem('criteria', index)}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </div>
      ))}
      {form.errors.criteria && <p className={classes.error}>{form.errors.criteria}</p>}
      <Group justify="space-between" gap="xs">
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={criteria.length >= EVENT_LIMITS.criteria}
          onClick={() => form.insertListItem('criteria', newCriterion(Math.max(1, 100 - sum)))}
        >
          Add criterion
        </Button>
        {criteria.length > 0 && (
          <RunningTotal className={classes.sum} isWrong={sum !== 100}>
            Total: {sum}%{sum !== 100 && ' (must be 100% to publish)'}
          </RunningTotal>
        )}
      </Group>
    </FieldGroup>
  )
}
