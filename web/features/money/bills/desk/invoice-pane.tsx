import { Button } from '@mantine/core'
import { useMemo } from 'react'
import type { DocumentPredictions } from '../../../../../schema/documents/reading/readings.ts'
import type { Invoice } from '../../../../../schema/money/bills/invoice-endpoints.ts'
import { DocumentViewer } from '../../../documents/documents/index.ts'
import { SaidByVendor } from '../said-by-vendor.tsx'
import classes from './desk.module.css'
import { FoundValues, type FoundValuesProps } from './found-values-bar.tsx'
import { marksOf } from './marks-of.ts'

interface InvoicePaneProps extends Omit<FoundValuesProps, 'read'> {
  document: { id: string; displayName: string }
  read: DocumentPredictions | undefined
  /** What its vendor wrote with it in the portal. */
  sent: Invoice['sent']
  /** A mark on the page was clicked. */
  onMarkedPlace: (id: string) => void
  /** Chooses another file. Undefined where the invoice stays. */
  onReplace: (() => void) | undefined
}

/** The invoice beside the form, with what was read in it marked where it is written. */
export const InvoicePane = ({ document, read, sent, onMarkedPlace, onReplace, ...found }: InvoicePaneProps) => {
  const marks = useMemo(() => (read?.state === 'DONE' ? marksOf(read, found.found) : []), [read, found.found])
  return (
    <section aria-label="Invoice" className={classes.pane}>
      <div className={classes.paneHead}>
        <h2 className={classes.paneTitle}>{document.displayName}</h2>
        {onReplace && (
          <Button variant="subtle" size="compact-xs" onClick={onReplace}>
            Use another file
          </Button>
        )}
      </div>
      {sent && <SaidByVendor sent={sent} />}
      {read && <FoundValues {...found} read={read} />}
      <DocumentViewer document={document} marks={marks} active={found.active} onMark={onMarkedPlace} />
    </section>
  )
}
