import { Alert, Button, Group } from '@mantine/core'
import { useState } from 'react'
import { CalendarDateText } from '../../../ui/date-text.tsx'
import { useLatestBill } from './form-api.ts'
import type { BillForm } from './line-fields.tsx'
import { fromLatest, givenByLatest } from './taken-values.ts'

const listed = new Intl.ListFormat('en')

/** Offers where the vendor's last bill was booked, and its days to pay. */
export const LatestOffer = ({ form }: { form: BillForm }) => {
  const { erpVendorId } = form.values
  const { data } = useLatestBill(erpVendorId)
  const [answered, setAnswered] = useState<string | null>(null)
  if (!data || data.erpVendorId !== erpVendorId || answered === erpVendorId) return null
  const given = givenByLatest(form.values, data)
  if (given.length === 0) return null
  return (
    <Alert variant="light" mb="md" title={`The last bill of ${data.erpVendor.name} is ${data.invoiceNumber}`}>
      <p style={{ margin: '0 0 8px' }}>
        From <CalendarDateText date={data.invoiceDate} />. You can start with its {listed.format(given)}.
      </p>
      <Group gap="xs">
        <Button
          size="compact-sm"
          onClick={() => {
            form.setValues(fromLatest(form.values, data))
            setAnswered(erpVendorId)
          }}
        >
          Use its values
        </Button>
        <Button size="compact-sm" variant="subtle" onClick={() => setAnswered(erpVendorId)}>
          Start blank
        </Button>
      </Group>
    </Alert>
  )
}
