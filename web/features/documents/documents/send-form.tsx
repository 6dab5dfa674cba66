import { Autocomplete, Button, Group } from '@mantine/core'
import { useMemo } from 'react'
import { sendDocuments } from '../../../../schema/documents/documents/sending.ts'
import { isApiError } from '../../../lib/errors.ts'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { asterisk } from '../../../ui/fields/field-props.ts'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { documentKeys } from './api.ts'
import classes from './documents.module.css'

/** A suggested recipient. */
export interface Recipient {
  email: string
  /** Empty if only the address is known. */
  name: string
  /** Their role at the vendor. */
  about: string
}

interface SendFormProps {
  /** The documents to send. Without it, those of the task. */
  documentIds?: string[]
  /** The task that this completes. */
  levelGroupStatusId?: string
  recipients?: readonly Recipient[]
  /** The initial text. */
  message?: string
  /** "Send 2 documents". */
  label: string
  /** Query keys that sending makes outdated. */
  invalidates?: readonly (readonly unknown[])[]
  onSent: () => void
  onCancel: () => void
}

/** Sends documents by email: recipient and text. */
export const SendForm = (props: SendFormProps) => {
  const { documentIds, levelGroupStatusId, recipients = [], message = '', label, invalidates = [] } = props
  const { form, submit, isPending } = useEndpointForm(sendDocuments, {
    initial: { email: '', emailCopy: message },
    toBody: (values) => ({
      ...values,
      ...(documentIds && { documentIds }),
      ...(levelGroupStatusId && { levelGroupStatusId }),
    }),
    success: ({ email }) => `Sending to ${email}`,
    invalidates: [documentKeys.all, ...invalidates],
    // All are shown in the form.
    onError: (error) => isApiError(error) && error.fields !== undefined,
    onSuccess: props.onSent,
  })
  const known = useMemo(() => new Map(recipients.map((each) => [each.email, each])), [recipients])
  const { documentIds: problem } = form.errors
  return (
    <form className={classes.send} noValidate onSubmit={submit}>
      <Autocomplete
        label="To"
        type="email"
        description="They get the files as attachments and don’t need an account. Replies go to your email."
        placeholder="name@company.com"
        maxLength={254}
        data={[...known.keys()]}
        renderOption={({ option }) => {
          const person = known.get(option.value)
          return (
            <span className={classes.recipient}>
              <span>{person?.name || option.value}</span>
              <span className={classes.hint}>
                {[person?.name && option.value, person?.about].filter(Boolean).join(' · ')}
              </span>
            </span>
          )
        }}
        filter={({ options, search }) =>
          options.filter((option) => {
            const person = 'value' in option ? known.get(option.value) : undefined
            return `${person?.name} ${person?.email}`.toLowerCase().includes(search.trim().toLowerCase())
          })
        }
        {...asterisk(true)}
        {...form.getInputProps('email')}
      />
      <TextArea label="Message" maxLength={5000} {...form.getInputProps('emailCopy')} />
      {problem && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
      <Group gap="xs">
        <Button type="submit" loading={isPending}>
          {label}
        </Button>
        <Button variant="subtle" color="gray" disabled={isPending} onClick={props.onCancel}>
          Cancel
        </Button>
      </Group>
    </form>
  )
}
