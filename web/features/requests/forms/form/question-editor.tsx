import { Checkbox, Group } from '@mantine/core'
import type { FormDefinition, Question } from '../../../../../schema/requests/forms/form.ts'
import { isPublicType } from '../../../../../schema/requests/forms/form-rules.ts'
import { lookupKindOf } from '../../../../../schema/requests/forms/question-kinds.ts'
import { isTyped, mayKeepApprovals } from '../../../../../schema/requests/forms/restarting.ts'
import { whyNotAsked } from '../../../../../schema/requests/forms/unused-questions.ts'
import { partElementId } from '../../../../ui/builder/focus.ts'
import { MultiSelect, Select } from '../../../../ui/choices/select.tsx'
import { TextArea } from '../../../../ui/fields/text-area.tsx'
import { TextField } from '../../../../ui/fields/text-field.tsx'
import { TYPE_OPTIONS } from '../../../documents/documents/index.ts'
import { ConditionsEditor } from '../../../platform/conditions/index.ts'
import { useCompany } from '../../../platform/session/index.ts'
import classes from './form.module.css'
import { useFormKind } from './form-kind.ts'
import type { Problem } from './form-problems.ts'
import { LookupOptions } from './lookup-options.tsx'
import { OptionsEditor } from './options-editor.tsx'
import { allowsSeveral, canBeRequired } from './question-types.ts'
import { VendorDocumentFields } from './vendor-document-fields.tsx'

/** What forms that vendors fill in do with a field of vendors or services. */
const IN_VENDOR_FORMS = [
  { value: 'NOT_ASKED', label: 'Not asked' },
  { value: 'ASKED', label: 'Asked' },
  { value: 'UPDATES', label: 'Asked, updates when approved' },
]

interface QuestionEditorProps {
  form: FormDefinition
  question: Question
  problems: Problem[]
  onChange: (patch: Partial<Question>, mergeKey?: string | null) => void
  onRemoveOption: (optionId: string) => void
}

export const QuestionEditor = ({ form, question, problems, onChange, onRemoveOption }: QuestionEditorProps) => {
  const { noun, part, filers, isForVendors } = useFormKind()
  const problem = (of: Problem['part']) => problems.find((candidate) => candidate.part === of)?.message
  const other = problem(null)
  const isText = question.type === 'DISPLAY_ONLY'
  const lookup = lookupKindOf(question.type)
  const unused = whyNotAsked(question.type, useCompany())
  return (
    <div className={classes.questionEditor}>
      {other && <p className={classes.problem}>{other}</p>}
      {unused && (
        <p className={classes.problem}>
          {unused}, so this {noun} isn’t asked{question.isRequired ? ', though it is required' : ''}.
        </p>
      )}
      <TextField
        id={partElementId(question.id, 'label')}
        label={isText ? 'Heading' : noun === 'field' ? 'Name of the field' : 'Question'}
        required
        value={question.label}
        maxLength={500}
        error={problem('label')}
        onChange={(event) => onChange({ label: event.currentTarget.value }, `label:${question.id}`)}
      />
      <TextArea
        id={partElementId(question.id, 'description')}
        label={isText ? 'Text' : 'Help'}
        placeholder={isText ? `What ${filers} should know` : `Shown under the ${noun}`}
        minRows={isText ? 3 : 1}
        value={question.description}
        maxLength={5000}
        error={problem('description')}
        onChange={(event) => onChange({ description: event.currentTarget.value }, `description:${question.id}`)}
      />
      {question.type === 'CUSTOM_SELECT' && (
        <OptionsEditor
          question={question}
          error={problem('options')}
          onChange={(options, mergeKey) => onChange({ options }, mergeKey)}
          onRemove={onRemoveOption}
        />
      )}
      {lookup && (
        <LookupOptions
          kind={lookup}
          question={question}
          error={problem('options')}
          onChange={(options) => onChange({ options })}
        />
      )}
      {question.type === 'DOCUMENTS' && (
        <MultiSelect
          id={partElementId(question.id, 'documentTypes')}
          label="Types of documents"
          description="What kind of document to upload. Blank means any."
          placeholder={question.documentTypes.length ? '' : 'Any type'}
          data={TYPE_OPTIONS}
          value={question.documentTypes}
          onChange={(documentTypes) => onChange({ documentTypes })}
          searchable
          clearable
          hidePickedOptions
          nothingFoundMessage="No results"
          error={problem('documentTypes')}
        />
      )}
      {question.type === 'DOCUMENTS' && (isForVendors || part === 'section') && (
        <VendorDocumentFields question={question} onChange={onChange} />
      )}
      {(canBeRequired(question.type) || allowsSeveral(question.type) || (part === 'step' && !isText)) && (
        <Group gap="lg">
          {canBeRequired(question.type) && (
            <Checkbox
              label="Required"
              checked={question.isRequired}
              onChange={(event) => onChange({ isRequired: event.currentTarget.checked })}
            />
          )}
          {allowsSeveral(question.type) && (
            <Checkbox
              label="Allow several"
              checked={question.isMulti}
              onChange={(event) => onChange({ isMulti: event.currentTarget.checked })}
            />
          )}
          {question.type === 'DEPARTMENT_SELECT' && (
            <Checkbox
              label="Require an approver for each department"
              description="Choose from the department’s approvers"
              checked={question.requireDepartmentApproverAssigneeSelection}
              onChange={(event) =>
                onChange({ requireDepartmentApproverAssigneeSelection: event.currentTarget.checked })
              }
            />
          )}
          {part === 'step' && !isText && (
            <Checkbox
              label="Allow a note"
              checked={question.allowsNote === true}
              onChange={(event) => onChange({ allowsNote: event.currentTarget.checked })}
            />
          )}
          {part === 'step' && mayKeepApprovals(question) && (
            <Checkbox
              label="Doesn’t restart approvals"
              description={
                isTyped(question.type)
                  ? 'For corrections: editing this answer or its note keeps approvals.'
                  : 'Editing the note keeps approvals. Changing the answer still restarts them.'
              }
              checked={question.keepsApprovals === true}
              onChange={(event) => onChange({ keepsApprovals: event.currentTarget.checked })}
            />
          )}
          {part === 'section' && (isPublicType(question.type) || question.options.length > 0) && !isText && (
            <Select
              label="In vendor forms"
              {...(question.inVendorForms === 'UPDATES' && {
                description: 'An answer becomes the field’s value when the form is approved.',
              })}
              size="xs"
              w={280}
              data={IN_VENDOR_FORMS}
              allowDeselect={false}
              value={question.inVendorForms ?? 'ASKED'}
              onChange={(value) => onChange({ inVendorForms: value as Question['inVendorForms'] })}
            />
          )}
          {part === 'step' && !isText && (
            <Checkbox
              label="Show on vendor details"
              checked={question.showOnVendorDetails}
              onChange={(event) => onChange({ showOnVendorDetails: event.currentTarget.checked })}
            />
          )}
        </Group>
      )}
      <ConditionsEditor
        id={`entry-${question.id}`}
        form={form}
        exceptId={question.id}
        label={isText ? 'Show this text' : `Show this ${noun}`}
        emptyText="Always"
        value={question}
        error={problem('conditions')}
        onChange={({ chainOperator, conditionAnyOfs, conditionNumerics, conditionBooleans }, mergeKey) =>
          onChange({ chainOperator, conditionAnyOfs, conditionNumerics, conditionBooleans }, mergeKey)
        }
      />
    </div>
  )
}
