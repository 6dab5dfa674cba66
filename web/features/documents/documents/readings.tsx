import { Button, Loader, UnstyledButton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { DocumentView } from '../../../../schema/documents/documents/endpoints.ts'
import { documentType } from '../../../../schema/documents/documents/types.ts'
import type { DocumentPredictions, Entity, EntityType } from '../../../../schema/documents/reading/readings.ts'
import { CURRENCIES } from '../../../../schema/shared/money.ts'
import { to } from '../../../lib/address.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { CalendarDateText } from '../../../ui/date-text.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { useCan } from '../../platform/session/index.ts'
import { changeDocument, documentKeys, readAgain, summarize, usePredictions } from './api.ts'
import { type Place, passageOf, placeOf } from './places.ts'
import classes from './readings.module.css'
import { confidenceText, typeName } from './words.ts'

interface ReadingsProps {
  document: DocumentView
  /** Shows the term's place. */
  onPlace: (place: Place) => void
}

/** The terms found in a document, with confidence and place. One click copies a fitting one. */
export const Readings = ({ document, onPlace }: ReadingsProps) => {
  const { data, error, refetch } = usePredictions(document.id)
  const [textPlace, setTextPlace] = useState<Place | null>(null)
  const can = useCan()
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} compact />
  if (!data || data.text.state === 'UNSUPPORTED') return null
  return (
    <>
      {can('documents.summarize') && <Summary document={document} data={data} />}
      <section aria-labelledby="found">
        <h2 id="found" className={classes.heading}>
          Extracted terms
        </h2>
        <State document={document} data={data} />
        <Entities
          document={document}
          data={data}
          onPlace={(place) => (place.boxes.length > 0 ? onPlace(place) : setTextPlace({ ...place }))}
        />
        {data.pages.length > 0 && <FullText data={data} place={textPlace} />}
      </section>
    </>
  )
}

const State = ({ document, data }: { document: DocumentView; data: DocumentPredictions }) => {
  const again = useCommand({
    run: (_: undefined, { commandId }) => readAgain(document.id, commandId),
    invalidates: [documentKeys.predictions(document.id)],
  })
  const states = [data.text, data]
  if (states.some(({ state }) => state === 'PENDING')) {
    return (
      <p className={classes.note} role="status">
        <Loader size={14} /> Reading the document…
      </p>
    )
  }
  const failed = states.find(({ state }) => state === 'FAILED')
  const unread = data.text.state === 'NONE'
  if (!failed && !unread) return null
  return (
    <div className={classes.fault} role={failed ? 'alert' : undefined}>
      <p>{failed ? (failed.error ?? 'It couldn’t be read.') : 'This document has not been read yet.'}</p>
      <Button variant="default" size="compact-sm" loading={again.isPending} onClick={() => again.send(undefined)}>
        {failed ? 'Try again' : 'Read it'}
      </Button>
    </div>
  )
}

const Summary = ({ document, data }: { document: DocumentView; data: DocumentPredictions }) => {
  const { state, error, text } = data.summary
  const ask = useCommand<boolean>({
    run: (again, { commandId }) => summarize(document.id, again, commandId),
    invalidates: [documentKeys.all],
  })
  const take = useTake(document, 'Summary saved as the description')
  return (
    <section aria-labelledby="summary">
      <h2 id="summary" className={classes.heading}>
        Summary
      </h2>
      {text && <p className={classes.summary}>{text}</p>}
      {state === 'PENDING' ? (
        <p className={classes.note} role="status">
          <Loader size={14} /> Summarizing…
        </p>
      ) : state === 'FAILED' ? (
        <div className={classes.fault} role="alert">
          <p>{error ?? 'The summary couldn’t be created.'}</p>
          <Button variant="default" size="compact-sm" loading={ask.isPending} onClick={() => ask.send(true)}>
            Try again
          </Button>
        </div>
      ) : (
        <div className={classes.buttons}>
          <Button
            variant="default"
            size="compact-sm"
            loading={ask.isPending}
            onClick={() => ask.send(state === 'DONE')}
          >
            {text ? 'Summarize again' : 'Summarize'}
          </Button>
          {text && document.canEdit && document.description !== text && (
            <Button
              variant="subtle"
              size="compact-sm"
              loading={take.isPending}
              onClick={() => take.send({ description: text })}
            >
              Use as description
            </Button>
          )}
        </div>
      )}
    </section>
  )
}

type Taken = Omit<Parameters<typeof changeDocument>[0], 'id' | 'version'>

/** Copies a term into the document's fields, based on the version on the screen. */
const useTake = ({ id, version }: DocumentView, success: string) => {
  const client = useQueryClient()
  return useCommand<Taken>({
    run: async (taken, { commandId }) => {
      await changeDocument({ id, version, ...taken }, commandId)
      // The next offer needs the new version, so success is announced once that is loaded.
      await client.invalidateQueries({ queryKey: documentKeys.fresh(id) })
    },
    success,
    invalidates: [documentKeys.all],
  })
}

const LABELS: Record<EntityType, string> = {
  DOCUMENT_TYPE: 'Type',
  PARTY: 'Party',
  START_DATE: 'Starts',
  END_DATE: 'Ends',
  DATE: 'Date',
  TOTAL_AMOUNT: 'Total',
  AMOUNT: 'Amount',
  TERM: 'Term',
  RENEWAL_TERM: 'Renewal',
  NOTICE_PERIOD: 'Notice',
  PAYMENT_TERM: 'Payment',
  INVOICE_NUMBER: 'Invoice number',
  GOVERNING_LAW: 'Law',
}
/** Most important first. */
const ORDER = Object.keys(LABELS) as EntityType[]
const SHOWN = 12

interface EntitiesProps extends ReadingsProps {
  data: DocumentPredictions
}

const Entities = ({ document, data, onPlace }: EntitiesProps) => {
  const [all, setAll] = useState(false)
  const can = useCan()
  const sorted = [...data.entities].sort(
    (a, b) => ORDER.indexOf(a.type) - ORDER.indexOf(b.type) || b.confidence - a.confidence,
  )
  if (data.state === 'DONE' && sorted.length === 0) {
    return <p className={classes.note}>No dates, amounts or terms were found.</p>
  }
  if (sorted.length === 0) return null
  const shown = all ? sorted : sorted.slice(0, SHOWN)
  return (
    <>
      {sorted.some(({ contradicted }) => contradicted) && (
        <p className={classes.note}>
          The document says different things about some terms. Check the ones marked “Conflicting”.
        </p>
      )}
      <ul className={classes.found}>
        {shown.map((entity) => (
          <Row key={keyOf(entity)} document={document} entity={entity} onPlace={() => onPlace(placeOf(data, entity))} />
        ))}
      </ul>
      <div className={classes.buttons}>
        {sorted.length > SHOWN && (
          <Button variant="subtle" size="compact-sm" onClick={() => setAll(!all)}>
            {all ? 'Show less' : `Show all ${sorted.length}`}
          </Button>
        )}
        {can('services.create-from-document') && can('services.create') && (
          <Button
            component={AppLink}
            href={to('/services/add-new', {}, { documentId: document.id })}
            variant="default"
            size="compact-sm"
          >
            Create a service from it
          </Button>
        )}
      </div>
    </>
  )
}

const propertyOf = ({ properties }: Entity, name: string): string | undefined =>
  properties.find(({ type }) => type === name)?.value

const keyOf = ({ type, mentionText, pageAnchor, properties }: Entity): string =>
  JSON.stringify([type, mentionText, pageAnchor, properties])

const Meaning = ({ entity }: { entity: Entity }) => {
  const of = (name: string) => propertyOf(entity, name)
  const date = of('date')
  if (date) return <CalendarDateText date={date} />
  const [value, currency] = [of('value'), CURRENCIES.find((one) => one === of('currency'))]
  if (value && currency) return <MoneyText money={{ value: Number(value), currency }} />
  const kind = documentType.safeParse(of('documentType'))
  if (kind.success) return typeName(kind.data)
  const [days, months, renews] = [of('days'), of('months'), of('autorenews')]
  if (days) return `${days} days`
  const length = months && (months === '1' ? '1 month' : `${months} months`)
  if (renews) return renews === 'true' ? `Automatic${length ? `, ${length} at a time` : ''}` : 'Not automatic'
  return length ?? of('name') ?? of('number') ?? of('place') ?? entity.mentionText
}

const Row = ({ document, entity, onPlace }: RowProps) => {
  const take = useTake(document, 'Document changed')
  const page = entity.pageAnchor.pageRefs[0]?.page
  const kind = documentType.safeParse(propertyOf(entity, 'documentType'))
  const [vendorId, vendorName] = [propertyOf(entity, 'vendorId'), propertyOf(entity, 'vendorName')]
  const offer: { words: string; taken: Taken } | null =
    kind.success && !document.type.includes(kind.data)
      ? { words: 'Use as type', taken: { type: [...document.type, kind.data] } }
      : vendorId && document.vendor === null
        ? { words: `Attach to ${vendorName}`, taken: { vendorId } }
        : null
  return (
    <li className={classes.item}>
      <div className={classes.line}>
        <span className={classes.label}>{LABELS[entity.type]}</span>
        <span className={classes.value}>
          <Meaning entity={entity} />
        </span>
        <span className={classes.sure} data-conflict={entity.contradicted || undefined}>
          {confidenceText(entity)}
        </span>
      </div>
      <div className={classes.line}>
        <q className={classes.mention}>{entity.mentionText}</q>
        {page && (
          <UnstyledButton className={classes.page} onClick={onPlace} aria-label={`p. ${page}, ${LABELS[entity.type]}`}>
            p. {page}
          </UnstyledButton>
        )}
      </div>
      {offer && document.canEdit && (
        <Button
          variant="subtle"
          size="compact-xs"
          className={classes.offer ?? ''}
          loading={take.isPending}
          onClick={() => take.send(offer.taken)}
        >
          {offer.words}
        </Button>
      )}
    </li>
  )
}

interface RowProps {
  document: DocumentView
  entity: Entity
  onPlace: () => void
}

const textId = (page: number): string => `text-page-${page}`

/** For files whose pages the preview can't turn to: the text of the page. */
const showText = (page: number): void => {
  const section = window.document.getElementById(textId(page))
  const details = section?.closest('details')
  if (details) details.open = true
  const marked = section?.querySelector('mark')
  ;(marked ?? section)?.scrollIntoView({ block: 'center' })
}

interface FullTextProps {
  data: DocumentPredictions
  /** Marked in the text, for files without pages to draw. */
  place: Place | null
}

const FullText = ({ data, place }: FullTextProps) => {
  useEffect(() => {
    if (place) showText(place.page)
  }, [place])
  return (
    <details className={classes.text}>
      <summary>Text of the document</summary>
      {data.pages.map(({ page, text }) => (
        <section key={page} id={textId(page)} aria-label={`Page ${page}`}>
          <h3>Page {page}</h3>
          <p>
            {place?.page === page ? <Marked text={text} mention={place.mention} /> : text || 'No text on this page.'}
          </p>
        </section>
      ))}
    </details>
  )
}

const Marked = ({ text, mention }: { text: string; mention: string }) => {
  const found = passageOf(text, mention)
  if (!found) return text
  return (
    <>
      {text.slice(0, found.start)}
      <mark>{text.slice(found.start, found.end)}</mark>
      {text.slice(found.end)}
    </>
  )
}
