import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { email as emailValue, fullName } from '../../../../schema/shared/values.ts'
import { NO_RECIPIENT } from '../../../../schema/vendors/vendor-forms/values.ts'
import { getVendorCompanyContacts } from '../../../../schema/vendors/vendors/endpoints.ts'
import { call } from '../../../lib/rest.ts'
import { OptionSelect } from '../../../ui/fields/option-select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'

/** Who at a vendor gets a form: everyone with an account, one of its people, or another address. */

export const EVERYONE = 'everyone'
export const ANOTHER = 'another'

export const useRecipients = (vendorId: string | null, vendorName: string) => {
  const { data } = useQuery({
    queryKey: ['vendors', 'one', vendorId, 'contacts'],
    queryFn: ({ signal }) => call(getVendorCompanyContacts, { params: { vendorId: vendorId ?? '' }, signal }),
    enabled: vendorId !== null,
  })
  if (!data) return null
  const people = data
    .filter(({ email }) => email !== '')
    .map((one) => ({ value: one.email, label: `${fullName(one) || one.email} (${one.email})` }))
  return [
    ...(data.some(({ role }) => role === 'PORTAL') ? [{ value: EVERYONE, label: `Everyone at ${vendorName}` }] : []),
    ...people,
    { value: ANOTHER, label: 'Another email address' },
  ]
}

export const useRecipient = (vendorId: string | null, vendorName = 'the vendor') => {
  const options = useRecipients(vendorId, vendorName)
  const [to, setTo] = useState<string | null>(null)
  const [email, setEmail] = useState('')
  const chosen = to ?? (options?.length === 1 ? ANOTHER : null)
  return { options: options ?? [], chosen, setTo, email, setEmail, clear: () => setTo(null) }
}
type Chosen = ReturnType<typeof useRecipient>

export const recipientBody = ({ chosen, email }: Pick<Chosen, 'chosen' | 'email'>) =>
  chosen === EVERYONE ? { allVendorCompanyUsers: true } : { email: chosen === ANOTHER ? email : (chosen ?? '') }

export const recipientProblem = ({ chosen, email }: Pick<Chosen, 'chosen' | 'email'>): string | null => {
  if (chosen === null) return NO_RECIPIENT
  if (chosen !== ANOTHER || emailValue.safeParse(email).success) return null
  return email.trim() === '' ? 'Required' : 'Invalid email'
}

interface RecipientFieldsProps {
  recipient: Chosen
  errors: Record<string, string | undefined>
}

export const RecipientFields = ({ recipient, errors }: RecipientFieldsProps) => {
  const { options, chosen, setTo, email, setEmail } = recipient
  return (
    <>
      <OptionSelect
        label="Send to"
        required
        options={options}
        value={chosen}
        error={chosen === ANOTHER ? undefined : (errors.email ?? errors.vendorUserId ?? errors.allVendorCompanyUsers)}
        onChange={setTo}
      />
      {chosen === ANOTHER && (
        <TextField
          label="Email"
          type="email"
          required
          value={email}
          error={errors.email}
          description="They can fill in the form without an account, with a link for this address."
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
      )}
    </>
  )
}
