import { Button, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { serviceList } from '../../../../schema/vendors/services/endpoints.ts'
import { sendVendorForm } from '../../../../schema/vendors/vendor-forms/endpoints.ts'
import { errorMessage, isApiError } from '../../../lib/errors.ts'
import { call } from '../../../lib/rest.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { OptionSelect } from '../../../ui/fields/option-select.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { useCategories } from '../../requests/submissions/index.ts'
import { type FormToSend, formKeys, sendForm } from './api.ts'
import { RecipientFields, recipientBody, useRecipient } from './recipient-fields.tsx'

export interface VendorToAsk {
  id: string
  name: string
}

const body = sendVendorForm.body as NonNullable<typeof sendVendorForm.body>

/** The vendor's services, for forms that ask about one. */
const useServices = (vendorId: string, enabled: boolean) =>
  useQuery({
    queryKey: ['services', 'of-vendor', vendorId],
    queryFn: ({ signal }) => call(serviceList.list, { query: { vendorId, first: 100 }, signal }),
    enabled,
  })

interface SendDialogProps {
  vendor: VendorToAsk
  onClose: () => void
}

/** Sends a form to a vendor: to its contacts, everyone with an account, or a new address. */
export const SendFormDialog = ({ vendor, onClose }: SendDialogProps) => {
  const categories = useCategories('VENDOR')
  const recipient = useRecipient(vendor.id, vendor.name)
  const [categoryId, setCategory] = useState<string | null>(null)
  const [serviceId, setService] = useState<string | null>(null)
  const [message, setMessage] = useState('')
  const [errors, setErrors] = useState<Record<string, string | undefined>>({})
  const category = categories.data?.find(({ id }) => id === categoryId)
  const services = useServices(vendor.id, category?.type === 'VENDOR')
  const sending = useCommand<FormToSend>({
    run: (form, { commandId }) => sendForm(vendor.id, form, commandId),
    success: `Form sent to ${vendor.name}`,
    invalidates: [formKeys.all, ['vendors', 'one', vendor.id, 'history']],
    onSuccess: onClose,
    onError: (error) => {
      if (!isApiError(error) || !error.fields) return undefined
      setErrors(error.fields)
      return true
    },
  })
  const send = (event: FormEvent): void => {
    event.preventDefault()
    const form = {
      intakeCategoryId: categoryId ?? '',
      ...recipientBody(recipient),
      ...(serviceId && category?.type === 'VENDOR' && { serviceId }),
      ...(message.trim() && { message }),
    }
    const problems = body.safeParse(form).error?.flatten().fieldErrors as Record<string, string[]> | undefined
    const found = {
      ...(!categoryId && { intakeCategoryId: 'Required' }),
      ...(problems?.email && { email: problems.email[0] }),
      ...(problems?.message && { message: problems.message[0] }),
    }
    setErrors(found)
    if (Object.keys(found).length === 0) sending.send(form)
  }
  const options = (services.data?.edges ?? []).map(({ node }) => ({ value: node.id, label: node.name }))
  return (
    <Dialog opened onClose={onClose} title={`Send a form to ${vendor.name}`}>
      <form noValidate onSubmit={send}>
        <Stack gap="md">
          <OptionSelect
            label="Form"
            required
            options={(categories.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            value={categoryId}
            error={errors.intakeCategoryId ?? (categories.error ? errorMessage(categories.error) : undefined)}
            description={
              categories.data?.length === 0
                ? 'No vendor forms yet. An admin adds them in Settings › Vendor management.'
                : category?.description || undefined
            }
            onChange={setCategory}
          />
          <RecipientFields recipient={recipient} errors={errors} />
          {options.length > 0 && category?.type === 'VENDOR' && (
            <OptionSelect
              label="About this service"
              options={options}
              value={serviceId}
              error={errors.serviceId}
              description="Approved answers can update it and its periods."
              onChange={setService}
            />
          )}
          <TextArea
            label="Message"
            value={message}
            error={errors.message}
            maxLength={5000}
            description={`${vendor.name} sees this in the email and above the form.`}
            onChange={(event) => setMessage(event.currentTarget.value)}
          />
        </Stack>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={sending.isPending}>
            Send form
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
