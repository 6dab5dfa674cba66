import { type CustomField, isChoice } from '../../../../schema/approvals/rule-sets/rule-set.ts'
import { partElementId } from '../../../ui/builder/focus.ts'
import { Select } from '../../../ui/choices/select.tsx'
import { MoneyField } from '../../../ui/fields/money-field.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { useCompany } from '../../platform/session/index.ts'
import { ApproverFields, WatcherFields } from '../workflows/index.ts'
import type { DraftRule } from './draft.ts'
import classes from './rule-sets.module.css'
import { useRuleSubject } from './rule-subject.ts'

/** The part of a rule that a message is about. */
export type RulePart = 'when' | 'approvers' | 'watchers' | 'quorum'

interface RuleEditorProps {
  rule: DraftRule
  fields: readonly CustomField[]
  problem: (part: RulePart) => string | undefined
  onChange: (patch: Partial<DraftRule>, mergeKey?: string | null) => void
}

const MinimumField = ({ rule, problem, onChange }: RuleEditorProps) => {
  const { currency } = useCompany()
  const id = partElementId(rule.id, 'when')
  const help = 'If several rules of this level are reached, only the highest applies.'
  if (rule.kind === 'costRules')
    return (
      <MoneyField
        id={id}
        label="Amount from"
        description={help}
        required
        defaultCurrency={currency}
        value={rule.min === null ? null : { value: rule.min, currency }}
        error={problem('when')}
        onChange={(next) => onChange({ min: next?.value ?? null }, `min:${rule.id}`)}
      />
    )
  return (
    <NumberField
      id={id}
      label="Months from"
      description={help}
      required
      decimals={0}
      allowNegative={false}
      suffix=" months"
      value={rule.min}
      error={problem('when')}
      onChange={(next) => onChange({ min: next }, `min:${rule.id}`)}
    />
  )
}

const FieldChoice = ({ rule, fields, problem, onChange }: RuleEditorProps) => {
  const choices = fields.filter(isChoice)
  const field = choices.find(({ id }) => id === rule.customFieldId)
  return (
    <div className={classes.pair}>
      <Select
        id={partElementId(rule.id, 'when')}
        label="Custom field"
        required
        allowDeselect={false}
        placeholder={choices.length === 0 ? 'No choice fields yet' : 'Choose a field'}
        data={choices.map(({ id, label }) => ({ value: id, label }))}
        value={rule.customFieldId}
        error={problem('when')}
        onChange={(next) => {
          const chosen = choices.find(({ id }) => id === next)
          onChange({ customFieldId: next, customFieldOptionId: chosen?.options[0]?.id ?? null })
        }}
      />
      <Select
        label="Option"
        required
        allowDeselect={false}
        data={(field?.options ?? []).map(({ id, label }) => ({ value: id, label }))}
        value={rule.customFieldOptionId}
        onChange={(next) => onChange({ customFieldOptionId: next })}
      />
    </div>
  )
}

/** One rule: when it applies, who approves, who watches. */
export const RuleEditor = (props: RuleEditorProps) => {
  const { rule, problem, onChange } = props
  const { words } = useRuleSubject()
  return (
    <div className={classes.ruleEditor}>
      {(rule.kind === 'costRules' || rule.kind === 'contractLengthRules') && <MinimumField {...props} />}
      {rule.kind === 'newVendorRules' && (
        <Select
          id={partElementId(rule.id, 'when')}
          label="Vendor is"
          description={words.newVendor}
          allowDeselect={false}
          data={[
            { value: 'new', label: 'New' },
            { value: 'known', label: 'Not new' },
          ]}
          value={rule.newVendor ? 'new' : 'known'}
          onChange={(next) => onChange({ newVendor: next === 'new' })}
        />
      )}
      {rule.kind === 'customFieldRules' && <FieldChoice {...props} />}
      <ApproverFields
        rule={rule}
        noun={words.noun}
        label="Who approves"
        quorum
        isTask={false}
        problem={problem}
        onChange={(patch) => onChange(patch)}
      />
      <WatcherFields rule={rule} noun={words.noun} problem={problem} onChange={(patch) => onChange(patch)} />
      <TextField
        id={partElementId(rule.id, 'label')}
        label="Name"
        description="What approvers and requesters see. Blank means the name of the rule set."
        value={rule.label}
        maxLength={200}
        onChange={(event) => onChange({ label: event.currentTarget.value }, `label:${rule.id}`)}
      />
    </div>
  )
}
