import { Button } from '@mantine/core'
import { useState } from 'react'
import type { DocumentPredictions } from '../../../../schema/documents/reading/readings.ts'
import type { Invoice } from '../../../../schema/money/bills/invoice-endpoints.ts'
import { PageWithPlace, type Place, Preview } from '../../documents/documents/index.ts'
import own from './bills.module.css'
import { FoundPanel, type FoundPanelProps } from './found-panel.tsx'
import { SaidByVendor } from './said-by-vendor.tsx'

interface InvoicePanelProps extends Omit<FoundPanelProps, 'read' | 'onPlace'> {
  document: { id: string; displayName: string }
  read: DocumentPredictions | undefined
  /** What its vendor wrote with it in the portal. */
  sent: Invoice['sent']
  /** Chooses another file. Undefined where the invoice stays. */
  onReplace: (() => void) | undefined
}

/** The invoice beside the form, with what was read in it marked where it is written. */
export const InvoicePanel = ({ document, read, sent, onReplace, ...found }: InvoicePanelProps) => {
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
      {sent && <SaidByVendor sent={sent} />}
      {read && <FoundPanel {...found} read={read} onPlace={setPlace} />}
      {place ? (
        <PageWithPlace document={document} place={place} onClose={() => setPlace(null)} />
      ) : (
        <Preview document={document} asks />
      )}
    </section>
  )
}
