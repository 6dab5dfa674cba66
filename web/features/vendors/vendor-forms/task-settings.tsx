import type { SendVendorFormSettings } from '../../../../schema/approvals/workflows/definition.ts'
import type { QuestionType } from '../../../../schema/requests/forms/form.ts'
import { email as emailValue } from '../../../../schema/shared/values.ts'
import { errorMessage } from '../../../lib/errors.ts'
import { Select } from '../../../ui/choices/select.tsx'
import { OptionSelect } from '../../../ui/fields/option-select.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { TaskSettingsProps } from '../../approvals/tasks/index.ts'
import { AsyncOptionSelect } from '../../platform/lookups/index.ts'
import { useCategories } from '../../requests/submissions/index.ts'

/** The settings of a task that sends forms: which ones, to whom, and what the email says. */

type Vendor = SendVendorFormSettings['vendor']
type Recipient = SendVendorFormSettings['recipient']

/** A choice that names a question, or another one. */
const QUESTION = 'question:'
const keyOf = (from: Vendor | Recipient): string =>
  from.source === 'QUESTION' ? `${QUESTION}${from.questionId ?? ''}` : from.source

const questionIn = (key: string): { source: 'QUESTION'; questionId: string } | null =>
  key.startsWith(QUESTION) ? { source: 'QUESTION', questionId: key.slice(QUESTION.length) } : null

const questionsOf = ({ form }: TaskSettingsProps, type: QuestionType) =>
  form.steps
    .flatMap(({ questions }) => questions)
    .filter((question) => question.type === type)
    .map(({ id, label }) => ({ value: `${QUESTION}${id}`, label: `Answer to “${label || 'Untitled question'}”` }))

const vendorOf = (key: string): Vendor =>
  questionIn(key) ?? (key === 'VENDOR' ? { source: 'VENDOR', vendorId: '' } : { source: 'REQUEST' })

const recipientOf = (key: string): Recipient =>
  questionIn(key) ??
  (key === 'EMAIL' ? { source: 'EMAIL', email: '' } : { source: key === 'CONTACT' ? 'CONTACT' : 'VENDOR' })

export const VendorFormSettings = (props: TaskSettingsProps) => {
  const { rule, onChange } = props
  const categories = useCategories('VENDOR')
  const settings: SendVendorFormSettings = rule.settings.sendVendorForm ?? {
    ...{ intakeCategoryIds: [], emailCopy: '' },
    vendor: { source: 'REQUEST' },
    recipient: { source: 'VENDOR' },
  }
  const { vendor, recipient } = settings
  const set = (next: Partial<SendVendorFormSettings>, mergeKey?: string): void =>
    onChange({ sendVendorForm: { ...settings, ...next } }, mergeKey ?? null)
  return (
    <>
      <OptionSelect
        multiple
        label="Forms to send"
        required
        options={(categories.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={settings.intakeCategoryIds}
        error={categories.error ? errorMessage(categories.error) : undefined}
        description={
          categories.data?.length === 0
            ? 'No vendor forms yet. An admin adds them in Settings › Vendor management.'
            : undefined
        }
        onChange={(intakeCategoryIds) => set({ intakeCategoryIds })}
      />
      <Select
        label="Vendor"
        data={[
          { value: 'REQUEST', label: 'The request’s vendor' },
          ...questionsOf(props, 'VENDOR_SELECT'),
          { value: 'VENDOR', label: 'A certain vendor' },
        ]}
        value={keyOf(vendor)}
        allowDeselect={false}
        onChange={(key) => key && set({ vendor: vendorOf(key) })}
      />
      {vendor.source === 'VENDOR' && (
        <AsyncOptionSelect
          kind="vendor"
          label="Which vendor"
          required
          value={vendor.vendorId || null}
          onChange={(vendorId) => set({ vendor: { source: 'VENDOR', vendorId: vendorId ?? '' } })}
        />
      )}
      <Select
        label="Send to"
        data={[
          { value: 'VENDOR', label: 'Everyone there with an account, or its contact' },
          { value: 'CONTACT', label: 'The vendor’s contact' },
          ...questionsOf(props, 'EMAIL'),
          { value: 'EMAIL', label: 'An email address' },
        ]}
        value={keyOf(recipient)}
        allowDeselect={false}
        onChange={(key) => key && set({ recipient: recipientOf(key) })}
      />
      {recipient.source === 'EMAIL' && (
        <TextField
          label="Email"
          type="email"
          required
          maxLength={254}
          value={recipient.email}
          error={recipient.email && !emailValue.safeParse(recipient.email).success ? 'Invalid email' : undefined}
          description="They can fill in the forms without an account, with a link for this address."
          onChange={(event) =>
            set({ recipient: { source: 'EMAIL', email: event.currentTarget.value } }, `form-email:${rule.id}`)
          }
        />
      )}
      <TextArea
        label="Message"
        description="Optional. The vendor sees it in the email and above the form."
        maxLength={5000}
        minRows={2}
        value={settings.emailCopy}
        onChange={(event) => set({ emailCopy: event.currentTarget.value }, `form-message:${rule.id}`)}
      />
    </>
  )
}
