import { Alert, Button, Loader } from '@mantine/core'
import type { DocumentPredictions } from '../../../../../schema/documents/reading/readings.ts'
import type { Lesson, RECOGNIZED_BY } from '../../../../../schema/money/invoice-reading/lessons.ts'
import type { Currency } from '../../../../../schema/shared/money.ts'
import { CalendarDateText } from '../../../../ui/date-text.tsx'
import { MoneyText } from '../../../../ui/money-text.tsx'
import { confidenceText } from '../../../documents/documents/index.ts'
import own from '../bills.module.css'
import { canUseLines, type Found, type FoundInvoice, whyNotLines } from '../found-values.ts'
import { LessonList } from '../lesson-list.tsx'
import classes from './desk.module.css'
import { FIELD_OF_VALUE } from './marks-of.ts'

export interface FoundValuesProps {
  read: DocumentPredictions
  found: FoundInvoice
  /** How the chosen vendor was recognized. */
  recognizedBy: (typeof RECOGNIZED_BY)[number] | null | undefined
  lessons: readonly Lesson[]
  /** The currency of amounts without one. */
  currency: Currency
  /** The mark that is looked at. */
  active: string | null
  onMark: (id: string) => void
  /** Replaces the lines of the form by those that were read. Undefined where nothing is filled in. */
  onUseLines: (() => void) | undefined
}

const RECOGNIZED = {
  PORTAL: 'Sent in the vendor portal',
  TAX_ID: 'Recognized by tax ID',
  LEARNED_NAME: 'Recognized by a learned name',
  NAME: 'Recognized by name',
  SENDER: 'Recognized by sender',
} as const

/** Nothing where there is no doubt. */
const doubtOf = (one: Found<unknown>): string | null => {
  const sureness = one.isLearned ? 'Learned' : confidenceText(one.entity)
  return [sureness === 'High confidence' ? null : sureness, one.doubt].filter(Boolean).join('. ') || null
}

/** What was read in the invoice, and how sure that is. Each is shown where it is written. */
export const FoundValues = (props: FoundValuesProps) => {
  const { read, found, recognizedBy, lessons, currency, active, onMark, onUseLines } = props
  if ([read.state, read.text.state].includes('PENDING'))
    return (
      <p className={own.reading} role="status">
        <Loader size={14} /> Reading the invoice…
      </p>
    )
  const written = found.total?.value.currency ?? currency
  const rows: [id: string, label: string, one: Found<unknown> | undefined, text: React.ReactNode][] = [
    [FIELD_OF_VALUE.vendorName, 'Vendor', found.vendorName, found.vendorName?.value],
    [FIELD_OF_VALUE.invoiceNumber, 'Invoice number', found.invoiceNumber, found.invoiceNumber?.value],
    [
      ...([FIELD_OF_VALUE.invoiceDate, 'Invoice date', found.invoiceDate] as const),
      <CalendarDateText key="date" date={found.invoiceDate?.value ?? null} />,
    ],
    [
      ...([FIELD_OF_VALUE.dueDate, 'Due date', found.dueDate] as const),
      <CalendarDateText key="due" date={found.dueDate?.value ?? null} />,
    ],
    [
      ...([FIELD_OF_VALUE.total, 'Total', found.total] as const),
      found.total && <MoneyText key="total" money={{ value: found.total.value.value, currency: written }} />,
    ],
    [FIELD_OF_VALUE.isCredit, 'Credit note', found.isCredit, 'Yes'],
  ]
  const shown = rows.filter(([, , one]) => one)
  const notes = notesOf(found)
  if (shown.length === 0 && notes.length === 0) return null
  return (
    <section aria-label="Read from the invoice" className={classes.bar}>
      <h3>Read from the invoice</h3>
      {notes.map((note) => (
        <Alert key={note} color="yellow" p="xs" mb={4} title={note} />
      ))}
      <ul className={classes.values}>
        {shown.map(([id, label, one, text]) => {
          const doubt = one && doubtOf(one)
          const by = label === 'Vendor' && recognizedBy ? RECOGNIZED[recognizedBy] : null
          return (
            <li key={id}>
              <button
                type="button"
                className={classes.found}
                aria-pressed={active === id}
                onClick={() => onMark(id)}
                {...(by && { title: by })}
              >
                <span>{label}</span>
                <span>{text}</span>
                {doubt && <span className={own.dim}>{doubt}</span>}
              </button>
            </li>
          )
        })}
      </ul>
      <FoundLines found={found} currency={written} onMark={onMark} onUseLines={onUseLines} />
      <LessonList lessons={lessons} />
    </section>
  )
}

/** What keeps the amount from being filled in, or should be known before it is paid. */
const notesOf = ({ foreign, nothingDue, looksLike }: FoundInvoice): string[] => [
  ...(foreign
    ? [`The invoice is in ${foreign.value}, a currency that bills can’t be in. Enter the amount yourself.`]
    : []),
  ...(nothingDue
    ? [
        nothingDue.entity.confidence >= 0.8
          ? 'The invoice says that nothing is due.'
          : `The invoice seems to be paid: “${nothingDue.entity.mentionText}”.`,
      ]
    : []),
  ...(looksLike ? [`This looks like a ${looksLike.value}, not like an invoice to pay.`] : []),
]

type FoundLinesProps = Pick<FoundValuesProps, 'found' | 'currency' | 'onMark' | 'onUseLines'>

/** The lines that were read, and whether they make the total. */
const FoundLines = ({ found, currency, onMark, onUseLines }: FoundLinesProps) => {
  const { lines, extras, difference } = found
  if (lines.length === 0) return null
  const sum = lines.reduce((all, { value }) => all + value.amount, 0)
  return (
    <details className={own.foundLines}>
      <summary>
        {lines.length === 1 ? '1 line' : `${lines.length} lines`}
        {extras.length > 0 && ` and ${extras.map(({ description }) => description.toLowerCase()).join(', ')}`}
      </summary>
      <ol>
        {lines.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines stay in the order of the invoice
          <li key={at}>
            <span>
              {line.value.description}
              <span className={own.dim}>
                {line.value.quantity !== null && line.value.unitPrice !== null && (
                  <>
                    {' '}
                    {line.value.quantity} × <MoneyText money={{ value: line.value.unitPrice, currency }} />
                  </>
                )}
                {line.entity.confidence < 0.7 && ' · Check it: quantity and price make another amount'}
              </span>
            </span>
            <MoneyText money={{ value: line.value.amount, currency }} />
            <Button
              variant="subtle"
              size="compact-xs"
              aria-label={`Show line ${at + 1} in the invoice`}
              onClick={() => onMark(`lines.${at}`)}
            >
              Show
            </Button>
          </li>
        ))}
        {extras.map(({ description, amount }) => (
          <li key={`${description} ${amount}`}>
            <span>{description}</span>
            <MoneyText money={{ value: amount, currency }} />
          </li>
        ))}
      </ol>
      {difference !== null && difference !== 0 && (
        <Alert color="yellow" p="xs" title="The lines don’t add up to the total">
          They come to <MoneyText money={{ value: sum, currency }} />,{' '}
          <MoneyText money={{ value: Math.abs(difference), currency }} /> {difference > 0 ? 'less' : 'more'}. Check the
          total and the lines on the page.
        </Alert>
      )}
      {onUseLines && !canUseLines(found) && <p className={own.dim}>{whyNotLines(found)}</p>}
      {onUseLines && canUseLines(found) && (
        <Button variant="default" size="compact-sm" onClick={onUseLines}>
          Use these lines
        </Button>
      )}
    </details>
  )
}
