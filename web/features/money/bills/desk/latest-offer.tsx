import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { CalendarDateText } from '../../../../ui/date-text.tsx'
import { useLatestBill } from '../form-api.ts'
import type { BillForm } from '../lines/line-extras.tsx'
import { fromLatest, givenByLatest } from '../taken-values.ts'
import classes from './desk.module.css'

const listed = new Intl.ListFormat('en')

/** No one is anywhere yet: what a page puts the focus on by itself. */
const isAtStart = (): boolean => {
  const at = document.activeElement
  return at === null || at === document.body || at.matches('h1, main')
}

interface LatestOfferProps {
  form: BillForm
  /** Whether what is read in the invoice is in the form. */
  isReady: boolean
}

/**
 * Offers where the vendor's last bill was booked, and its days to pay. It gets the focus if no one has begun, so that
 * Enter takes its values, and once more submits the bill.
 */
export const LatestOffer = ({ form, isReady }: LatestOfferProps) => {
  const { erpVendorId } = form.values
  const { data } = useLatestBill(erpVendorId)
  const [answered, setAnswered] = useState<string | null>(null)
  const take = useRef<HTMLButtonElement>(null)
  const offered = data && data.erpVendorId === erpVendorId && answered !== erpVendorId ? data : null
  const given = offered ? givenByLatest(form.values, offered) : []
  const isOffered = given.length > 0
  useEffect(() => {
    if (isOffered && isReady && isAtStart()) take.current?.focus({ preventScroll: true })
  }, [isOffered, isReady])
  if (!offered || !isOffered) return null
  const answer = (): void => {
    // What is behind the buttons is gone then.
    take.current?.form?.querySelector<HTMLElement>('button[type="submit"]')?.focus({ preventScroll: true })
    setAnswered(erpVendorId)
  }
  return (
    <section aria-label="Last bill" className={classes.offer}>
      <p>
        <strong>
          The last bill of {offered.erpVendor.name} is {offered.invoiceNumber}
        </strong>{' '}
        from <CalendarDateText date={offered.invoiceDate} />. You can start with its {listed.format(given)}.
      </p>
      <Button
        ref={take}
        size="compact-sm"
        onClick={() => {
          form.setValues(fromLatest(form.values, offered))
          answer()
        }}
      >
        Use its values
      </Button>
      <Button size="compact-sm" variant="subtle" onClick={answer}>
        Start blank
      </Button>
    </section>
  )
}
