import { type ReactNode, useState } from 'react'
import { DocumentViewer } from '../../../documents/documents/index.ts'
import type { Bill } from '../api.ts'
import classes from './desk.module.css'
import { Desk, type DeskSide } from './desk.tsx'

/** A bill that was entered, beside its invoice. */
export const BesideInvoice = ({ bill: { invoice }, children }: { bill: Bill; children: ReactNode }) => {
  const [side, setSide] = useState<DeskSide>('form')
  if (!invoice) return children
  return (
    <Desk
      name="Bill"
      side={side}
      onSide={setSide}
      invoice={
        <section aria-label="Invoice" className={classes.pane}>
          <div className={classes.paneHead}>
            <h2 className={classes.paneTitle}>{invoice.name}</h2>
          </div>
          <DocumentViewer document={{ id: invoice.documentId, displayName: invoice.name }} />
        </section>
      }
    >
      <div className={classes.details}>{children}</div>
    </Desk>
  )
}
