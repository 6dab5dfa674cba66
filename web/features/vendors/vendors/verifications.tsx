import { Button, Checkbox, Group, Skeleton, Stack } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { useState } from 'react'
import {
  createVendorVerification,
  type VendorVerification,
} from '../../../../schema/vendors/vendors/verification-endpoints.ts'
import { to } from '../../../lib/address.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { DateText } from '../../../ui/date-text.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { FieldPair } from '../../../ui/form-frame.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { DocumentManager } from '../../documents/documents/index.ts'
import { useVerifications, type Vendor, vendorKeys } from './api.ts'
import classes from './vendors.module.css'

/** What was checked about the vendor as a business, by whom and against what. */
export const Verifications = ({ vendor }: { vendor: Vendor }) => {
  const { data, error, refetch } = useVerifications(vendor.id)
  const [recording, setRecording] = useState(false)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} compact />
  if (!data) return <Skeleton height={64} />
  const record = vendor.canEdit && (
    <Button variant="default" onClick={() => setRecording(true)}>
      Record a verification
    </Button>
  )
  return (
    <>
      {data.length === 0 ? (
        <EmptyState
          compact
          icon={<IconShieldCheck size={20} aria-hidden />}
          title="Not verified yet"
          text="Record proof that the business exists under its name, address and tax ID."
          action={record || undefined}
        />
      ) : (
        <>
          <ul className={classes.verifications}>
            {data.map((each) => (
              <li key={each.id}>
                <Verification verification={each} />
              </li>
            ))}
          </ul>
          {record}
        </>
      )}
      {recording && <RecordDialog vendor={vendor} onClose={() => setRecording(false)} />}
    </>
  )
}

const Verification = ({ verification: each }: { verification: VendorVerification }) => {
  const town = [each.businessCity, each.businessState, each.businessPostalCode].filter(Boolean).join(', ')
  const lines = [each.businessAddress1, each.businessAddress2, town, each.businessCountry].filter(Boolean)
  return (
    <>
      <div className={classes.verificationHead}>
        <strong>{each.businessName}</strong>
        {each.verifiedAt ? (
          <StatusBadge plain tone="positive" label="Verified" />
        ) : (
          <StatusBadge plain tone="negative" label="Could not be verified" />
        )}
      </div>
      <div className={classes.dim}>
        <DateText instant={each.createdAt} /> by {each.createdBy || 'an external service'}
      </div>
      {lines.length > 0 && <div>{lines.join(' · ')}</div>}
      {each.businessTaxId && <div className={classes.number}>Tax id {each.businessTaxId}</div>}
      {each.note && <div>{each.note}</div>}
      {each.document && (
        <AppLink className="ol-link" href={to('/documents/$documentId', { documentId: each.document.id })}>
          {each.document.displayName}
        </AppLink>
      )}
    </>
  )
}

const RecordDialog = ({ vendor, onClose }: { vendor: Vendor; onClose: () => void }) => {
  const { address } = vendor
  const { form, submit, isPending } = useEndpointForm(createVendorVerification, {
    params: { vendorId: vendor.id },
    initial: {
      businessName: vendor.name,
      businessAddress1: address?.address1 ?? '',
      businessAddress2: address?.address2 ?? '',
      businessCity: address?.city ?? '',
      businessState: address?.state ?? '',
      businessPostalCode: address?.postalCode ?? '',
      businessCountry: address?.country ?? '',
      businessTaxId: vendor.taxPayerIdentificationNumbers[0]?.taxPayerIdentificationNumber ?? '',
      documentIds: [] as string[],
      note: '',
      verified: true,
    },
    toBody: ({ documentIds, ...values }) => ({ ...values, documentId: documentIds[0] ?? null }),
    fields: { documentId: 'documentIds' },
    success: 'Verification recorded',
    invalidates: [vendorKeys.all, ['documents']],
    onSuccess: onClose,
  })
  return (
    <Dialog opened onClose={onClose} title="Record a verification">
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <TextField
            label="Business name"
            required
            maxLength={300}
            data-autofocus
            {...form.getInputProps('businessName')}
          />
          <FieldPair>
            <TextField label="Address line 1" maxLength={300} {...form.getInputProps('businessAddress1')} />
            <TextField label="Address line 2" maxLength={300} {...form.getInputProps('businessAddress2')} />
            <TextField label="City" maxLength={120} {...form.getInputProps('businessCity')} />
            <TextField label="State or region" maxLength={120} {...form.getInputProps('businessState')} />
            <TextField label="Postal code" maxLength={40} {...form.getInputProps('businessPostalCode')} />
            <TextField label="Country" maxLength={80} {...form.getInputProps('businessCountry')} />
          </FieldPair>
          <TextField label="Tax id" maxLength={60} {...form.getInputProps('businessTaxId')} />
          <DocumentManager
            label="Evidence"
            description="For example, a business registry extract. It’s saved with the vendor’s documents."
            single
            {...form.getInputProps('documentIds')}
          />
          <TextArea label="Note" maxLength={2000} {...form.getInputProps('note')} />
          <Checkbox
            label="The business details were confirmed"
            description="If unchecked, the record says the business couldn’t be verified."
            {...form.getInputProps('verified', { type: 'checkbox' })}
          />
          <Group justify="flex-end" gap="xs" mt="xs">
            <Button variant="default" onClick={onClose} disabled={isPending}>
              Cancel
            </Button>
            <Button type="submit" loading={isPending}>
              Record verification
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
