import { Checkbox } from '@mantine/core'
import {
  inOrder,
  MAIL_KIND_LABELS,
  MAIL_KINDS,
  type MailKind,
} from '../../../../schema/platform/notifications/mail-kinds.ts'

interface MailKindsProps {
  /** Kinds that don't arrive. */
  off: readonly MailKind[]
  onChange: (off: MailKind[]) => void
  disabled: boolean
}

/** Which kinds of emails arrive, where no one waits for the person. “Unsubscribe” in an email turns its kind off here. */
export const MailKinds = ({ off, onChange, disabled }: MailKindsProps) => (
  <Checkbox.Group
    label="Emails about"
    description="“Unsubscribe” in an email turns its kind off here. The bell still shows everything, and what needs an answer is always sent."
    value={MAIL_KINDS.filter((kind) => !off.includes(kind))}
    onChange={(chosen) => onChange(inOrder(MAIL_KINDS.filter((kind) => !chosen.includes(kind))))}
  >
    {MAIL_KINDS.map((kind) => (
      <Checkbox key={kind} mt="xs" value={kind} label={MAIL_KIND_LABELS[kind]} disabled={disabled} />
    ))}
  </Checkbox.Group>
)
