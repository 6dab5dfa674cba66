import { ActionIcon, Button, Group, Input, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { Suspense } from 'react'
import type { RuleSettings, WebhookField } from '../../../../schema/approvals/workflows/definition.ts'
import type { FormDefinition } from '../../../../schema/requests/forms/form.ts'
import { webhookUrlProblem } from '../../../../schema/shared/public-address.ts'
import { Select } from '../../../ui/choices/select.tsx'
import { OptionSelect } from '../../../ui/fields/option-select.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { DocumentManager } from '../../documents/documents/index.ts'
import { type TaskSettingsProps, taskKindOf } from '../tasks/index.ts'
import { SigningSecret } from './signing-secret.tsx'
import classes from './workflow.module.css'
import { ADDED_LEVELS } from './workflow-words.ts'

/** The settings that a task of its type needs. */
export const TaskSettings = (props: TaskSettingsProps) => {
  switch (props.rule.type) {
    case 'ADDITIONAL_STEP':
      return <AdditionalStepSettings {...props} />
    case 'WEBHOOK':
      return <WebhookSettings {...props} />
    case 'SEND_DOCUMENT':
      return <SendDocumentSettings {...props} />
    default: {
      const Settings = taskKindOf(props.rule.type)?.Settings
      return Settings ? (
        <Suspense fallback={null}>
          <Settings {...props} />
        </Suspense>
      ) : null
    }
  }
}

const AdditionalStepSettings = ({ form, rule, onChange }: TaskSettingsProps) => {
  const steps = form.steps.filter((step) => step.isAdditionalStep)
  const { stepIds = [], workflowType = 'SUB_LEVELS' } = rule.settings
  return (
    <>
      <OptionSelect
        multiple
        label="Steps of the form"
        required
        description={
          steps.length === 0
            ? 'The form has no additional steps yet. Mark a step in the form as filled in later.'
            : 'They’re hidden when the request is filed.'
        }
        options={steps.map(({ id, label }) => ({ value: id, label }))}
        value={stepIds}
        onChange={(next) => onChange({ stepIds: next })}
      />
      <Select
        label="Where approvals required by the answers go"
        data={ADDED_LEVELS}
        value={workflowType}
        allowDeselect={false}
        onChange={(next) => next && onChange({ workflowType: next as NonNullable<RuleSettings['workflowType']> })}
      />
    </>
  )
}

const questionsOf = (form: FormDefinition) =>
  form.steps.flatMap((step) => step.questions).filter(({ type }) => type !== 'DISPLAY_ONLY')

const FIXED = 'TEXT'

const WebhookSettings = ({ form, rule, onChange }: TaskSettingsProps) => {
  const { url = '', fields = [] } = rule.settings.webhook ?? {}
  const set = (next: { url?: string; fields?: WebhookField[] }, mergeKey?: string): void =>
    onChange({ webhook: { url, fields, ...next } }, mergeKey ?? null)
  const change = (index: number, patch: Partial<WebhookField>, mergeKey?: string): void =>
    set({ fields: fields.map((field, i) => (i === index ? { ...field, ...patch } : field)) }, mergeKey)
  const sources = [
    { value: FIXED, label: 'Fixed text' },
    ...questionsOf(form).map(({ id, label }) => ({ value: id, label: label || 'Untitled question' })),
  ]
  return (
    <>
      <TextField
        label="Address"
        required
        placeholder="https://hooks.company.com/outlay"
        description="Receives a signed POST with the request and the fields below. The URL must be public."
        maxLength={2000}
        value={url}
        error={url ? webhookUrlProblem(url) : null}
        onChange={(event) => set({ url: event.currentTarget.value }, `webhook-url:${rule.id}`)}
      />
      <Input.Wrapper label="Fields" labelElement="div">
        <ul className={classes.webhookFields}>
          {fields.map((field, i) => {
            // Fields have no identity other than their position.
            const key = `${rule.id}-${i}`
            return (
              <li key={key} className={classes.webhookField}>
                <TextInput
                  aria-label={`Name of field ${i + 1}`}
                  placeholder="Name"
                  maxLength={100}
                  value={field.key}
                  onChange={(event) => change(i, { key: event.currentTarget.value }, `webhook-key:${key}`)}
                />
                <Select
                  aria-label={`Where the value of field ${i + 1} comes from`}
                  data={sources}
                  searchable
                  allowDeselect={false}
                  value={field.questionId ?? FIXED}
                  onChange={(next) => next && change(i, { questionId: next === FIXED ? null : next })}
                />
                {field.questionId === null && (
                  <TextInput
                    aria-label={`Value of field ${i + 1}`}
                    placeholder="Value"
                    maxLength={2000}
                    value={field.value}
                    onChange={(event) => change(i, { value: event.currentTarget.value }, `webhook-value:${key}`)}
                  />
                )}
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`Remove field ${i + 1}`}
                  onClick={() => set({ fields: fields.filter((_, at) => at !== i) })}
                >
                  <IconTrash size={16} />
                </ActionIcon>
              </li>
            )
          })}
        </ul>
        <Group gap="xs">
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPlus size={14} aria-hidden />}
            disabled={fields.length >= 50}
            onClick={() => set({ fields: [...fields, { key: '', value: '', questionId: null }] })}
          >
            Add field
          </Button>
          <SigningSecret />
        </Group>
      </Input.Wrapper>
    </>
  )
}

const SendDocumentSettings = ({ form, rule, onChange }: TaskSettingsProps) => {
  const {
    recipient = { source: 'REQUESTER' as const },
    emailCopy = '',
    documentIds = [],
  } = rule.settings.sendDocument ?? {}
  const set = (next: Partial<NonNullable<RuleSettings['sendDocument']>>, mergeKey?: string): void =>
    onChange({ sendDocument: { recipient, emailCopy, documentIds, ...next } }, mergeKey ?? null)
  const questions = questionsOf(form).filter(({ type }) => type === 'EMAIL')
  const chosen = recipient.source === 'REQUESTER' ? 'REQUESTER' : (recipient.questionId ?? '')
  return (
    <>
      <Select
        label="To"
        description={
          questions.length === 0
            ? 'To send it to someone else, add a question for their email address to the form.'
            : undefined
        }
        data={[
          { value: 'REQUESTER', label: 'The requester' },
          ...questions.map(({ id, label }) => ({ value: id, label: `Answer to “${label}”` })),
        ]}
        value={chosen}
        allowDeselect={false}
        onChange={(next) => {
          if (!next) return
          set({ recipient: next === 'REQUESTER' ? { source: 'REQUESTER' } : { source: 'QUESTION', questionId: next } })
        }}
      />
      <TextArea
        label="Message"
        description="Optional. Appears in the email above the documents."
        maxLength={5000}
        minRows={2}
        value={emailCopy}
        onChange={(event) => set({ emailCopy: event.currentTarget.value }, `email-copy:${rule.id}`)}
      />
      <DocumentManager
        label="Documents"
        required
        description="Attached to the email, up to 25 MB in total."
        value={documentIds}
        onChange={(next) => set({ documentIds: next })}
      />
    </>
  )
}
