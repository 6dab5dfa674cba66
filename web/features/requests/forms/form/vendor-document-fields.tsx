import { Group } from '@mantine/core'
import {
  DOCUMENT_KINDS,
  type DocumentKind,
  type ExpiryRule,
  KIND_WORDS,
} from '../../../../../schema/documents/documents/expiry.ts'
import type { Question } from '../../../../../schema/requests/forms/form.ts'
import { Select } from '../../../../ui/choices/select.tsx'

const VENDOR_SAYS = 'VENDOR_SAYS'
const KINDS = [
  { value: VENDOR_SAYS, label: 'The vendor says' },
  ...DOCUMENT_KINDS.map((value) => ({ value, label: KIND_WORDS[value] })),
]
const EXPIRY = [
  { value: 'OPTIONAL', label: 'Optional' },
  { value: 'REQUIRED', label: 'Required' },
  { value: 'NOT_ASKED', label: 'Not asked' },
]

interface VendorDocumentFieldsProps {
  question: Question
  onChange: (patch: Partial<Question>) => void
}

/** What vendors are asked about the documents of a question. */
export const VendorDocumentFields = ({ question, onChange }: VendorDocumentFieldsProps) => (
  <Group gap="lg" align="flex-start">
    <Select
      label="Document from vendors"
      description="Shown as a badge on the vendor"
      data={KINDS}
      allowDeselect={false}
      value={question.documentKind ?? VENDOR_SAYS}
      onChange={(value) => onChange({ documentKind: value === VENDOR_SAYS ? null : (value as DocumentKind) })}
    />
    <Select
      label="Expiry date"
      description="Vendors get a reminder 30 days before"
      data={EXPIRY}
      allowDeselect={false}
      value={question.documentExpiry ?? 'OPTIONAL'}
      onChange={(value) => onChange({ documentExpiry: value as ExpiryRule })}
    />
  </Group>
)
