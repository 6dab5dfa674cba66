import { Button, Loader } from '@mantine/core'
import type { DocumentPredictions } from '../../../../schema/documents/reading/readings.ts'
import type { Currency } from '../../../../schema/shared/money.ts'
import { CalendarDateText } from '../../../ui/date-text.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { confidenceText, type Place, placeOf } from '../../documents/documents/index.ts'
import own from './bills.module.css'
import type { Found, FoundInvoice } from './found-values.ts'

interface FoundPanelProps {
  read: DocumentPredictions
  found: FoundInvoice
  /** Of amounts whose currency isn't written. */
  currency: Currency
  onPlace: (place: Place) => void
}

/** What was read in the invoice, how sure that is, and where it is written. */
export const FoundPanel = ({ read, found, currency, onPlace }: FoundPanelProps) => {
  if ([read.state, read.text.state].includes('PENDING'))
    return (
      <p className={own.reading} role="status">
        <Loader size={14} /> Reading the invoice…
      </p>
    )
  const rows: [label: string, one: Found<unknown> | undefined, text: React.ReactNode][] = [
    ['Vendor', found.vendorName, found.vendorName?.value],
    ['Invoice number', found.invoiceNumber, found.invoiceNumber?.value],
    ['Invoice date', found.invoiceDate, <CalendarDateText key="date" date={found.invoiceDate?.value ?? null} />],
    ['Due date', found.dueDate, <CalendarDateText key="due" date={found.dueDate?.value ?? null} />],
    [
      'Total',
      found.total,
      found.total && (
        <MoneyText
          key="total"
          money={{ value: found.total.value.value, currency: found.total.value.currency ?? currency }}
        />
      ),
    ],
  ]
  const shown = rows.filter(([, one]) => one)
  if (shown.length === 0) return null
  return (
    <section aria-label="Read from the invoice" className={own.found}>
      <h3 className={own.foundTitle}>Read from the invoice</h3>
      <dl>
        {shown.map(([label, one, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <span>{text}</span>
              <span className={own.dim}>{one && confidenceText(one.entity)}</span>
              {one && (
                <Button
                  variant="subtle"
                  size="compact-xs"
                  aria-label={`Show ${label.toLowerCase()} in the invoice`}
                  onClick={() => onPlace(placeOf(read, one.entity))}
                >
                  Show
                </Button>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
