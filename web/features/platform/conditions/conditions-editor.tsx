import { ActionIcon, SegmentedControl, Text } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import type { FormDefinition } from '../../../../schema/requests/forms/form.ts'
import type { ConditionSet, LogicOperator } from '../../../../schema/shared/conditions.ts'
import { focusSoon } from '../../../ui/builder/focus.ts'
import { Select } from '../../../ui/choices/select.tsx'
import { type Condition, conditionSources, fromList, inListOrder, newCondition, toList } from './condition-list.ts'
import { ConditionValue } from './condition-value.tsx'
import classes from './conditions.module.css'

interface ConditionsEditorProps {
  form: FormDefinition
  value: ConditionSet
  /** `mergeKey` combines the letters of one typed value into one undo step. */
  onChange: (next: Omit<ConditionSet, never>, mergeKey: string | null) => void
  /** The question with these conditions, which can't be used in them. */
  exceptId?: string
  /** Prefix of element ids. The picker for the next condition is `${id}-conditions`. */
  id: string
  label: string
  /** What applies without conditions: "Always shown". */
  emptyText: string
  error?: string | undefined
}

/** Conditions on answers, joined by all or any, for questions, workflows and rules. */
export const ConditionsEditor = (props: ConditionsEditorProps) => {
  const { form, value, onChange, exceptId, id, label, emptyText, error } = props
  const list = toList(value)
  const sources = conditionSources(form, exceptId)
  const questions = new Map(form.steps.flatMap((step) => step.questions).map((question) => [question.id, question]))
  const data = sources.map((group, i) => ({
    group: sources.findIndex((other) => other.step === group.step) === i ? group.step : `${group.step} (${i + 1})`,
    items: group.questions.map((question) => ({ value: question.id, label: question.label || 'Untitled question' })),
  }))
  const addId = `${id}-conditions`

  const change = (next: Condition[], mergeKey: string | null = null): void =>
    onChange({ chainOperator: value.chainOperator, ...fromList(next) }, mergeKey)
  const replace = (index: number, condition: Condition, mergeKey: string | null): void =>
    change(
      list.map((known, i) => (i === index ? condition : known)),
      mergeKey,
    )
  const ask = (questionId: string | null, index: number): void => {
    const source = questions.get(questionId ?? '')
    const condition = source && newCondition(source)
    if (!condition || list[index]?.questionId === questionId) return
    const next = inListOrder([...list.slice(0, index), condition, ...list.slice(index + 1)])
    change(next)
    const place = next.indexOf(condition)
    focusSoon([`${id}-condition-${place}`])
  }

  return (
    <fieldset className={classes.conditions} aria-describedby={error ? `${addId}-error` : undefined}>
      <legend>{label}</legend>
      {list.length === 0 && <p className={classes.always}>{emptyText}</p>}
      {list.length > 1 && (
        <SegmentedControl
          className={classes.chain ?? ''}
          size="xs"
          aria-label="Match"
          value={value.chainOperator}
          onChange={(next) => onChange({ ...value, chainOperator: next as LogicOperator }, null)}
          data={[
            { value: 'AND', label: 'All of these' },
            { value: 'OR', label: 'Any of these' },
          ]}
        />
      )}
      {list.length > 0 && (
        <ul className={classes.list}>
          {list.map((condition, index) => {
            const source = questions.get(condition.questionId)
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no ids; their place is what they are
              <li key={`${index}-${condition.questionId}`} className={classes.condition}>
                <div className={classes.conditionTop}>
                  {index > 0 && <span className={classes.joint}>{value.chainOperator === 'AND' ? 'and' : 'or'}</span>}
                  <Select
                    className={classes.source ?? ''}
                    size="sm"
                    aria-label={`Question of condition ${index + 1}`}
                    data={data}
                    value={source ? condition.questionId : null}
                    placeholder={source ? '' : 'A question no longer in the form'}
                    onChange={(next) => ask(next, index)}
                    allowDeselect={false}
                    searchable
                    nothingFoundMessage="No results"
                  />
                  <ActionIcon
                    aria-label={`Remove condition ${index + 1}`}
                    onClick={() => {
                      change(list.filter((_, i) => i !== index))
                      focusSoon([addId])
                    }}
                  >
                    <IconX size={16} />
                  </ActionIcon>
                </div>
                {source && (
                  <ConditionValue
                    id={`${id}-condition-${index}`}
                    condition={condition}
                    source={source}
                    onChange={(next) => replace(index, next, `${id}:condition:${index}`)}
                  />
                )}
              </li>
            )
          })}
        </ul>
      )}
      {data.length > 0 ? (
        <Select
          id={addId}
          size="sm"
          aria-label={`${label}: add a condition`}
          placeholder="Add a condition on a question"
          leftSection={<IconPlus size={16} aria-hidden />}
          data={data}
          value={null}
          onChange={(next) => ask(next, list.length)}
          searchable
          nothingFoundMessage="No results"
          comboboxProps={{ withinPortal: true }}
          // Choosing adds a condition. The picker itself stays empty for the next one.
          key={list.length}
        />
      ) : (
        list.length === 0 && (
          <Text size="xs" c="dimmed">
            Conditions use answers to other questions: choices, amounts, numbers, yes or no, or text. The form doesn’t
            have any yet.
          </Text>
        )
      )}
      {error && (
        <p id={`${addId}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
