import { Button } from '@mantine/core'
import { IconCash } from '@tabler/icons-react'
import { useState } from 'react'
import { to, useGo } from '../../../lib/address.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { StartRunDialog } from './run-dialogs.tsx'

interface Bill {
  id: string
  billPayment: { id: string } | null
}

/** For chosen bills of a list: pays those that are approved, together. */
export const PaySelectedBills = ({ bills }: { bills: Bill[] }) => {
  const go = useGo()
  const [isOpen, setOpen] = useState(false)
  const payments = bills.flatMap(({ billPayment }) => (billPayment ? [{ id: billPayment.id }] : []))
  const close = () => setOpen(false)
  return (
    <>
      <Button size="xs" leftSection={<IconCash size={16} aria-hidden />} onClick={() => setOpen(true)}>
        Pay selected
      </Button>
      {isOpen && payments.length === 0 && (
        <Dialog opened onClose={close} title="Pay selected bills">
          <EmptyState title="Nothing to pay" text="Bills are paid once they are approved." />
        </Dialog>
      )}
      {isOpen && payments.length > 0 && (
        <StartRunDialog
          payments={payments}
          without={bills.length - payments.length}
          onClose={close}
          onStarted={(run) => go.to(to('/payments/transactions', {}, { run }))}
        />
      )}
    </>
  )
}
