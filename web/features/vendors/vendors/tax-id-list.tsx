import { Button } from '@mantine/core'
import { useState } from 'react'
import { useCommand } from '../../../lib/use-command.ts'
import { revealTaxIds, type Vendor, vendorKeys } from './api.ts'
import classes from './vendors.module.css'

/** Masked until someone who can change the vendor asks for the numbers, which its history records. */
export const TaxIdList = ({ vendor }: { vendor: Vendor }) => {
  const [shown, setShown] = useState<Record<string, string> | null>(null)
  const reveal = useCommand({
    run: (_: undefined, { commandId }) => revealTaxIds(vendor.id, commandId),
    invalidates: [vendorKeys.history(vendor.id)],
    onSuccess: ({ taxPayerIdentificationNumbers }) =>
      setShown(
        Object.fromEntries(taxPayerIdentificationNumbers.map((one) => [one.id, one.taxPayerIdentificationNumber])),
      ),
  })
  return (
    <>
      {vendor.taxPayerIdentificationNumbers.map(({ id, taxPayerIdentificationNumber }) => (
        <div key={id} className={classes.number}>
          {shown?.[id] ?? taxPayerIdentificationNumber}
        </div>
      ))}
      {vendor.canEdit && (
        <Button
          variant="subtle"
          size="compact-xs"
          loading={reveal.isPending}
          onClick={() => (shown ? setShown(null) : reveal.send(undefined))}
        >
          {shown ? 'Hide numbers' : 'Show full numbers'}
        </Button>
      )}
    </>
  )
}
