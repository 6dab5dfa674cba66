import { Button, Group, Input, SegmentedControl } from '@mantine/core'
import { Suspense } from 'react'
import type { ApprovalsView } from '../../../../../schema/approvals/engine/endpoints.ts'
import { isDecided } from '../../../../../schema/approvals/engine/model.ts'
import type { RuleSettings } from '../../../../../schema/approvals/workflows/definition.ts'
import { addIntakeTask, type IntakeSubmission } from '../../../../../schema/requests/endpoints.ts'
import { Select } from '../../../../ui/choices/select.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { useEndpointForm } from '../../../../ui/endpoint-form.ts'
import { OptionSelect } from '../../../../ui/fields/option-select.tsx'
import { TextArea } from '../../../../ui/fields/text-area.tsx'
import { TextField } from '../../../../ui/fields/text-field.tsx'
import { taskKindOf } from '../../../approvals/tasks/index.ts'
import { ADDED_LEVELS, newRule } from '../../../approvals/workflows/index.ts'
import { useCan } from '../../../platform/session/index.ts'
import { requestKeys, useForm as useRequestForm } from '../api.ts'
import { ApproversFields, type ApproverValues, NOBODY_YET } from './approvers-fields.tsx'
import classes from './details.module.css'

interface AddTaskDialogProps {
  submission: IntakeSubmission
  levels: ApprovalsView['levels']
  onClose: () => void
}

interface Values extends ApproverValues {
  ruleType: 'APPROVAL' | 'TASK' | 'ADDITIONAL_STEP' | 'SEND_VENDOR_FORM'
  sendVendorForm: RuleSettings['sendVendorForm']
  stepIds: string[]
  workflowType: 'SUB_LEVELS' | 'APPEND_LEVELS_TO_END'
  label: string
  description: string
  level: string
}

const PLACEHOLDERS: Record<Values['ruleType'], string> = {
  APPROVAL: 'Security review',
  TASK: 'Set up the account',
  ADDITIONAL_STEP: 'Contract details',
  SEND_VENDOR_FORM: 'Security questionnaire',
}

/** Levels that are still open. Completed ones can't change. */
const openLevels = (levels: ApprovalsView['levels']) => {
  const first = levels.findIndex(({ blocks }) => !blocks.every(isDecided))
  return levels.slice(Math.max(0, first)).map(({ number }, i) => ({
    value: String(number),
    label: i === 0 ? `Level ${Math.max(0, first) + 1}, now` : `Level ${Math.max(0, first) + i + 1}`,
  }))
}

/** Adds an approval or a task that the workflow doesn't have. */
export const AddTaskDialog = ({ submission, levels, onClose }: AddTaskDialogProps) => {
  const can = useCan()
  const { data: definition } = useRequestForm(submission.intakeCategoryId, { formVersion: submission.formVersion })
  const steps = (definition?.steps ?? []).filter((step) => step.isAdditionalStep)
  const places = openLevels(levels)
  const { form, submit, isPending } = useEndpointForm(addIntakeTask, {
    params: { id: submission.id },
    initial: {
      ...NOBODY_YET,
      ruleType: 'APPROVAL',
      label: '',
      description: '',
      level: places[0]?.value ?? '1',
      stepIds: [],
      workflowType: 'SUB_LEVELS',
      sendVendorForm: newRule('SEND_VENDOR_FORM', 'task').settings.sendVendorForm,
    } as Values,
    toBody: ({ level, description, stepIds, workflowType, sendVendorForm, ...values }) => ({
      ...values,
      ...(description.trim() && { description }),
      ...(values.ruleType === 'ADDITIONAL_STEP' && { stepIds, workflowType }),
      ...(values.ruleType === 'SEND_VENDOR_FORM' && { sendVendorForm }),
      level: Number(level),
    }),
    success: (_, { ruleType: added }) => (added === 'APPROVAL' ? 'Approval added' : 'Task added'),
    invalidates: [requestKeys.one(submission.id)],
    onSuccess: onClose,
  })
  const { ruleType } = form.values
  const isTask = ruleType !== 'APPROVAL'
  const FormSettings = taskKindOf('SEND_VENDOR_FORM')?.Settings
  return (
    <Dialog opened onClose={onClose} title="Add approval or task">
      <form onSubmit={submit} noValidate>
        <div className={classes.fields}>
          <SegmentedControl
            aria-label="Type"
            data={[
              { value: 'APPROVAL', label: 'Approval' },
              { value: 'TASK', label: 'Task' },
              ...(can('vendor-forms.use') ? [{ value: 'SEND_VENDOR_FORM', label: 'Vendor form' }] : []),
              ...(steps.length > 0 ? [{ value: 'ADDITIONAL_STEP', label: 'Additional step' }] : []),
            ]}
            {...form.getInputProps('ruleType')}
          />
          <TextField
            label="Name"
            required
            maxLength={200}
            placeholder={PLACEHOLDERS[ruleType]}
            data-autofocus
            {...form.getInputProps('label')}
          />
          <TextArea
            label={isTask ? 'What needs to be done' : 'What to look at'}
            description="Optional."
            maxLength={5000}
            minRows={2}
            {...form.getInputProps('description')}
          />
          {ruleType === 'ADDITIONAL_STEP' && (
            <>
              <OptionSelect
                multiple
                label="Steps of the form"
                required
                options={steps.map((step) => ({ value: step.id, label: step.label }))}
                {...form.getInputProps('stepIds')}
              />
              <Select
                label="Where approvals required by the answers go"
                data={ADDED_LEVELS}
                allowDeselect={false}
                {...form.getInputProps('workflowType')}
              />
            </>
          )}
          {ruleType === 'SEND_VENDOR_FORM' && FormSettings && (
            <Suspense fallback={null}>
              <FormSettings
                form={{ steps: definition?.steps ?? [] }}
                rule={{
                  ...newRule('SEND_VENDOR_FORM', 'task'),
                  settings: { sendVendorForm: form.values.sendVendorForm },
                }}
                onChange={({ sendVendorForm }) => form.setFieldValue('sendVendorForm', sendVendorForm)}
              />
              {form.errors.sendVendorForm && <Input.Error role="alert">{form.errors.sendVendorForm}</Input.Error>}
            </Suspense>
          )}
          <ApproversFields form={form} isTask={isTask} />
          {places.length > 1 && (
            <Select label="When" data={places} allowDeselect={false} {...form.getInputProps('level')} />
          )}
        </div>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            {isTask ? 'Add task' : 'Add approval'}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
