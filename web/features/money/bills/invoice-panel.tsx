import { Button } from '@mantine/core'
import { useState } from 'react'
import type { DocumentPredictions } from '../../../../schema/documents/reading/readings.ts'
import type { Currency } from '../../../../schema/shared/money.ts'
import { PageWithPlace, type Place, Preview } from '../../documents/documents/index.ts'
import own from './bills.module.css'
import { FoundPanel } from './found-panel.tsx'
import type { FoundInvoice } from './found-values.ts'

interface InvoicePanelProps {
  document: { id: string; displayName: string }
  read: DocumentPredictions | undefined
  found: FoundInvoice
  currency: Currency
  /** Chooses another file. Undefined where the invoice stays. */
  onReplace: (() => void) | undefined
}

/** The invoice beside the form, with what was read in it marked where it is written. */
export const InvoicePanel = ({ document, read, found, currency, onReplace }: InvoicePanelProps) => {
  const [place, setPlace] = useState<Place | null>(null)
  return (
    <section aria-label="Invoice" className={own.invoice}>
      <div className={own.sectionHead}>
        <h2 className={own.sectionTitle}>{document.displayName}</h2>
        {onReplace && (
          <Button variant="subtle" size="compact-sm" onClick={onReplace}>
            Use another file
          </Button>
        )}
      </div>
      {read && <FoundPanel read={read} found={found} currency={currency} onPlace={setPlace} />}
      {place ? (
        <PageWithPlace document={document} place={place} onClose={() => setPlace(null)} />
      ) : (
        <Preview document={document} asks />
      )}
    </section>
  )
}
