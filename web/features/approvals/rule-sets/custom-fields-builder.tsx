import { Button } from '@mantine/core'
import { IconForms, IconPlus } from '@tabler/icons-react'
import { Fragment, useMemo, useState } from 'react'
import { checkRuleSet, FIELDS } from '../../../../schema/approvals/rule-sets/check.ts'
import { type CustomField, isChoice, RULE_SET_LIMITS } from '../../../../schema/approvals/rule-sets/rule-set.ts'
import { FIELD_TYPE_LABELS } from '../../../../schema/approvals/rule-sets/words.ts'
import { BuilderFrame } from '../../../ui/builder/builder-frame.tsx'
import { EntryRow, EntryTitle } from '../../../ui/builder/entry-row.tsx'
import { focusSoon, partElementId, rowElementId } from '../../../ui/builder/focus.ts'
import { ConflictDialog } from '../../../ui/builder/notices.tsx'
import { useBuilder } from '../../../ui/builder/use-builder.ts'
import { useSave } from '../../../ui/builder/use-save.ts'
import { insertAt, moveToSlot } from '../../../ui/reorder/moves.ts'
import { DropLine, ReorderArea } from '../../../ui/reorder/reorder-area.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { keysOf, type RuleSetAnswer, readRuleSet } from './api.ts'
import { contentOf, draftOf } from './draft.ts'
import { FieldEditor } from './field-editor.tsx'
import classes from './rule-sets.module.css'
import { useRuleSubject } from './rule-subject.ts'
import { useNewVersion } from './use-new-version.ts'

interface Draft {
  fields: CustomField[]
}

const isFields = (value: unknown): value is Draft =>
  typeof value === 'object' && value !== null && Array.isArray((value as Draft).fields)

/** All fields are one group of the reorder area. */
const GROUP = 'fields'
const ADD = 'add-field'
const newId = (): string => crypto.randomUUID()
const numbered = (fields: CustomField[]): Draft => ({ fields: fields.map((field, ordinal) => ({ ...field, ordinal })) })

const asSaved = ({ fields }: Draft) => fields.map((field) => ({ ...field, label: field.label.trim() }))

/** What prevents saving, by field. */
const problemsOf = (ruleSet: RuleSetAnswer, { fields }: Draft) => {
  const saved = contentOf(draftOf(ruleSet), ruleSet.customFields)
  const missing = fields.flatMap(({ id, label, options }) => {
    if (!label.trim()) return [{ id, message: 'Enter a label' }]
    return options.some((option) => !option.label.trim()) ? [{ id, message: 'Enter a label for each option' }] : []
  })
  const known = new Set([FIELDS, ...fields.map(({ id }) => id)])
  const found = checkRuleSet({ ...saved, customFields: fields }, saved).filter(({ id }) => known.has(id))
  return [...missing, ...found.filter(({ id }) => !missing.some((each) => each.id === id))]
}

const metaOf = ({ type, required, options }: CustomField): string =>
  [
    FIELD_TYPE_LABELS[type],
    ...(isChoice({ type }) ? [options.length === 1 ? '1 option' : `${options.length} options`] : []),
    ...(required ? ['Required'] : []),
  ].join(' · ')

/** The further fields that a spend request gets where the rule set applies. */
export const CustomFieldsBuilder = ({ ruleSet }: { ruleSet: RuleSetAnswer }) => {
  const { id } = ruleSet
  const subject = useRuleSubject()
  const [openId, setOpenId] = useState<string | null>(null)
  const initial = useMemo(() => ({ fields: ruleSet.customFields }), [ruleSet.customFields])
  const builder = useBuilder<Draft>({
    initial,
    version: ruleSet.version,
    draftName: `rule-set-fields.${id}`,
    isDraftOf: isFields,
  })
  const markSaved = useNewVersion(builder, initial, ruleSet.version, asSaved)
  const { fields } = builder.value
  const save = useSave<Draft>({
    save: async ({ value, version }, commandId) =>
      (await subject.api.save(id, { customFields: value.fields, version }, commandId)).version,
    readTheirs: async () => {
      const theirs = await readRuleSet(subject, id)
      return { value: { fields: theirs.customFields }, version: theirs.version }
    },
    success: 'Custom fields saved',
    onSaved: markSaved,
    onReloaded: builder.replace,
    invalidates: [keysOf(subject).list, keysOf(subject).one(id)],
  })
  const edit = (change: (fields: CustomField[]) => CustomField[], mergeKey: string | null = null): void => {
    save.clearFields()
    builder.edit((value) => numbered(change(value.fields)), mergeKey)
  }
  const found = problemsOf(ruleSet, builder.value)
  const problems = [
    ...found,
    ...Object.entries(save.fields ?? {})
      .filter(([key, message]) => !found.some((each) => each.id === key && each.message === message))
      .map(([key, message]) => ({ id: key, message })),
  ]
  const open = (fieldId: string): void => {
    setOpenId(fieldId)
    focusSoon([partElementId(fieldId, 'label')], { select: true })
  }
  const add = (field: CustomField, at: number): void => {
    edit((all) => insertAt(all, at, field))
    open(field.id)
  }
  const onSave = (): void => {
    const first = found[0]
    if (!first) save.send({ value: builder.value, version: builder.version })
    else if (fields.some((field) => field.id === first.id)) open(first.id)
  }
  const addButton = (variant: 'filled' | 'default') => (
    <Button
      id={ADD}
      size="sm"
      variant={variant}
      leftSection={<IconPlus size={16} aria-hidden />}
      disabled={fields.length >= RULE_SET_LIMITS.fields}
      onClick={() =>
        add({ id: newId(), label: '', type: 'SINGLE_CHOICE', required: false, ordinal: 0, options: [] }, fields.length)
      }
    >
      Add field
    </Button>
  )
  const nameOf = (field: CustomField): string => field.label.trim() || 'Untitled field'
  const move = (from: number, slot: number, fieldId: string): void => {
    edit((all) => moveToSlot(all, from, slot))
    focusSoon([rowElementId(fieldId)])
  }
  return (
    <BuilderFrame
      builder={builder}
      what="these fields"
      saving={save.isPending}
      onSave={onSave}
      saveLabel="Save fields"
      problems={problems.map((problem) => {
        const field = fields.find((each) => each.id === problem.id)
        return {
          key: `${problem.id}:${problem.message}`,
          where: field ? nameOf(field) : 'Custom fields',
          message: problem.message,
          jump: () => field && open(field.id),
        }
      })}
    >
      <section className={classes.fields} aria-label="Custom fields">
        <p className={classes.hint}>
          Spend requests that this rule set covers ask for these fields. Rules can use the options of choices.
        </p>
        <ReorderArea
          groups={[
            { id: GROUP, label: 'Fields', items: fields.map((field) => ({ id: field.id, label: nameOf(field) })) },
          ]}
          onMoveGroup={() => undefined}
          onMoveItem={(fieldId, _group, slot) => {
            const from = fields.findIndex((field) => field.id === fieldId)
            if (from >= 0) move(from, slot, fieldId)
          }}
        >
          {fields.map((field, at) => (
            <Fragment key={field.id}>
              <DropLine kind="item" groupId={GROUP} index={at} />
              <EntryRow
                id={field.id}
                name={nameOf(field)}
                icon={IconForms}
                title={<EntryTitle untitled={!field.label.trim()}>{nameOf(field)}</EntryTitle>}
                meta={metaOf(field)}
                roomy
                open={openId === field.id}
                problems={problems.filter((problem) => problem.id === field.id)}
                onToggle={() => setOpenId((was) => (was === field.id ? null : field.id))}
                onUp={at > 0 ? () => move(at, at - 1, field.id) : undefined}
                onDown={at < fields.length - 1 ? () => move(at, at + 2, field.id) : undefined}
                groups={[]}
                onDuplicate={() =>
                  add(
                    {
                      ...field,
                      id: newId(),
                      label: `${field.label} (copy)`.slice(0, 2000),
                      options: field.options.map((option) => ({ ...option, id: newId() })),
                    },
                    at + 1,
                  )
                }
                onRemove={() => {
                  edit((all) => all.filter((each) => each.id !== field.id))
                  const next = fields[at + 1] ?? fields[at - 1]
                  focusSoon([next ? rowElementId(next.id) : ADD])
                }}
              >
                <FieldEditor
                  field={field}
                  problem={problems.find((problem) => problem.id === field.id)?.message}
                  onChange={(patch, mergeKey) =>
                    edit(
                      (all) => all.map((each) => (each.id === field.id ? { ...each, ...patch } : each)),
                      mergeKey ?? null,
                    )
                  }
                />
              </EntryRow>
            </Fragment>
          ))}
          <DropLine kind="item" groupId={GROUP} index={fields.length} />
          {fields.length === 0 ? (
            <EmptyState
              compact
              icon={<IconForms size={20} aria-hidden />}
              title="No custom fields yet"
              text="Ask for what your rules need to know, such as whether a purchase holds personal data."
              action={addButton('filled')}
            />
          ) : (
            <div>{addButton('default')}</div>
          )}
        </ReorderArea>
      </section>
      <ConflictDialog what="These fields" {...save.conflict} />
    </BuilderFrame>
  )
}
