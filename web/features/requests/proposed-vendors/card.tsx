import { Skeleton } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { ProposedVendor } from '../../../../schema/requests/proposed-vendors/endpoints.ts'
import { errorMessage } from '../../../lib/errors.ts'
import { Fact, Facts } from '../../../ui/details.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { useProposedVendor } from './api.ts'
import classes from './proposed-vendors.module.css'
import { Settle } from './settle.tsx'
import { SimilarList } from './similar-list.tsx'

/** "Kai Kestrel, kai@kestrel.example" */
export const contactText = ({ contactName, contactEmail }: Pick<ProposedVendor, 'contactName' | 'contactEmail'>) =>
  [contactName, contactEmail].filter(Boolean).join(', ')

/** What happens to it, by the state of the request. */
const NOTES = {
  PENDING: 'The vendor is created when the request is approved.',
  APPROVED: 'The vendor is being created.',
  REJECTED: 'The request was rejected, so the vendor wasn’t created.',
  WITHDRAWN: 'The request was withdrawn, so the vendor wasn’t created.',
}

const hrefOfWebsite = (website: string): string => (/^https?:\/\//i.test(website) ? website : `https://${website}`)

interface CardProps {
  id: string
  name: string
  status: keyof typeof NOTES
  className?: string
  /** Called once it was decided what the vendor becomes. */
  onSettled: () => void
}

/** A vendor that a request proposes, for those who read the request. Nothing once it is one. */
export const ProposedVendorCard = ({ id, name, status, className, onSettled }: CardProps) => {
  const { data, error } = useProposedVendor(id, status === 'APPROVED')
  const state = data?.state
  const before = useRef(state)
  const settled = useRef(onSettled)
  settled.current = onSettled
  useEffect(() => {
    if (before.current === 'PROPOSED' && state === 'MADE') settled.current()
    before.current = state
  }, [state])
  if (!data) return error ? <p className={classes.note}>{errorMessage(error)}</p> : <Skeleton height={96} />
  // A vendor like any other, to which the page links.
  if (state === 'MADE' || state === 'REPLACED') return null
  const { website, country, proposedBy, doubles } = data
  return (
    <section aria-label={name} className={`${classes.card} ${className ?? ''}`}>
      <div className={classes.title}>
        <strong>{data.name}</strong>
        <StatusBadge tone="waiting" label="Proposed" />
      </div>
      <Facts narrow>
        {website && (
          <Fact label="Website">
            <a href={hrefOfWebsite(website)} className="ol-link" target="_blank" rel="noreferrer">
              {website}
            </a>
          </Fact>
        )}
        {contactText(data) && <Fact label="Contact">{contactText(data)}</Fact>}
        {country && <Fact label="Country">{country}</Fact>}
        <Fact label="Proposed by">{proposedBy.name}</Fact>
      </Facts>
      {state === 'WAITING' ? (
        <Settle vendor={data} onSettled={onSettled} />
      ) : (
        <>
          {doubles.length > 0 && <SimilarList vendors={doubles} />}
          <p className={classes.note}>{NOTES[status]}</p>
        </>
      )}
    </section>
  )
}
