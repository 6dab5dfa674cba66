import { Alert, Button, Radio, Skeleton } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { useState } from 'react'
import { withStop } from '../../../../schema/shared/name-lists.ts'
import { UNDO_HOURS } from '../../../../schema/vendors/merges/endpoints.ts'
import { to, useGo } from '../../../lib/address.ts'
import { errorMessage, isApiError } from '../../../lib/errors.ts'
import { usePageSearch } from '../../../lib/search-params.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { DateText } from '../../../ui/date-text.tsx'
import { GoTo } from '../../../ui/go-to.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { ErrorState, Forbidden, NotFound } from '../../../ui/states.tsx'
import { offer } from '../../../ui/toasts/offer.tsx'
import { AsyncOptionSelect } from '../../platform/lookups/index.ts'
import { UseList } from '../../platform/organisation/index.ts'
import { useCan } from '../../platform/session/index.ts'
import { backText, type MergePreview, MOVED, mergeVendors, undoMerge, useMergePreview } from './api.ts'
import { mergeHref, survivorOf } from './links.ts'
import { mergeSearch } from './search.ts'
import classes from './vendor-merges.module.css'

const CRUMBS = [{ label: 'Vendors', href: to('/vendors') }]

/** Two vendors side by side: what is kept of each, and what moves. */
export const MergePage = ({ vendorId }: { vendorId: string }) => {
  const can = useCan()
  const [{ from }, setSearch] = usePageSearch(mergeSearch)
  const preview = useMergePreview(vendorId, from)
  if (!can('vendors.merge')) return <Forbidden />
  const survivorId = survivorOf(preview.error)
  if (survivorId) return <GoTo href={to('/vendors/$vendorId', { vendorId: survivorId })} />
  if (isApiError(preview.error, 'NOT_FOUND')) return <NotFound />
  const into = preview.data?.into
  const wrongPair = isApiError(preview.error, 'INVALID')
  return (
    <>
      <PageHeader
        title={into ? `Merge into ${into.name}` : 'Merge vendors'}
        breadcrumbs={
          into ? [...CRUMBS, { label: into.name, href: to('/vendors/$vendorId', { vendorId: into.id }) }] : CRUMBS
        }
        subtitle={`Combines two vendors and everything that belongs to them. You can undo this for ${UNDO_HOURS} hours.`}
      />
      <div className={classes.select}>
        <AsyncOptionSelect
          kind="vendor"
          label="Vendor to merge into this one"
          description="It’s removed, and links to it lead to the vendor you keep."
          placeholder="Search vendors"
          value={from ?? null}
          error={wrongPair ? errorMessage(preview.error) : undefined}
          onChange={(next) => setSearch({ from: next ?? undefined })}
        />
      </div>
      {from && !preview.data && !preview.error && (
        <Skeleton height={240} radius="md" aria-label="Loading both vendors" />
      )}
      {preview.error && !wrongPair && <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />}
      {preview.data && from && <Sides key={from} found={preview.data} reload={() => void preview.refetch()} />}
    </>
  )
}

type Side = 'FROM' | 'INTO'

/** Afterward it can still be undone on the vendor’s page. */
const OFFERED_MS = 10_000

const Sides = ({ found, reload }: { found: MergePreview; reload: () => void }) => {
  const go = useGo()
  const { from, into, fields, lists, moves, settleFirst } = found
  const [chosen, setChosen] = useState<Record<string, Side>>({})
  const sideOf = (key: string, suggested: Side): Side => chosen[key] ?? suggested
  const undo = useCommand({
    run: (mergeId: string, { commandId }) => undoMerge(mergeId, commandId),
    success: ({ kept }) => backText(from.name, kept),
    invalidates: MOVED,
  })
  const merge = useCommand({
    run: (_: undefined, { commandId }) =>
      mergeVendors(
        into.id,
        {
          fromVendorId: from.id,
          version: into.version,
          fromVersion: from.version,
          choices: Object.fromEntries(fields.map(({ key, suggested }) => [key, sideOf(key, suggested)])),
        },
        commandId,
      ),
    invalidates: MOVED,
    onSuccess: ({ mergeId }) => {
      offer(`${from.name} was merged`, 'Undo', OFFERED_MS, () => undo.send(mergeId))
      go.to(to('/vendors/$vendorId', { vendorId: into.id }))
    },
    // Shown below the choices, which stay.
    onError: () => true,
  })
  const ask = async () => {
    const agreed = await confirm({
      title: `Merge ${from.name} into ${into.name}?`,
      text: `${from.name} is removed, and everything that belongs to it moves to ${withStop(into.name)} You can undo this for ${UNDO_HOURS} hours.`,
      confirmLabel: 'Merge vendors',
    })
    if (agreed) merge.send(undefined)
  }
  return (
    <>
      <section className={classes.section} aria-labelledby="merge-values">
        <h2 id="merge-values" className={classes.heading}>
          Values to keep
        </h2>
        <p className={classes.lead}>Where only one vendor has a value, it’s kept.</p>
        <table className={classes.sides} aria-labelledby="merge-values">
          <thead>
            <tr>
              <th scope="col">
                <span hidden>Field</span>
              </th>
              <SideHead side={into} word="Kept" />
              <SideHead side={from} word="Removed" />
            </tr>
          </thead>
          <tbody>
            {fields.map((field) => (
              <Field
                key={field.key}
                field={field}
                names={{ INTO: into.name, FROM: from.name }}
                side={sideOf(field.key, field.suggested)}
                onChoose={(side) => setChosen({ ...chosen, [field.key]: side })}
              />
            ))}
          </tbody>
        </table>
      </section>
      {lists.length > 0 && (
        <section className={classes.section} aria-labelledby="merge-lists">
          <h2 id="merge-lists" className={classes.heading}>
            Combined
          </h2>
          <p className={classes.lead}>{into.name} will have everything from both.</p>
          <dl className={classes.facts}>
            {lists.map(({ label, items }) => (
              <div key={label} style={{ display: 'contents' }}>
                <dt>{label}</dt>
                <dd>
                  <ul className={classes.list}>
                    {items.map((item) => (
                      <li key={item}>{item}</li>
                    ))}
                  </ul>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <section className={classes.section} aria-labelledby="merge-moves">
        <h2 id="merge-moves" className={classes.heading}>
          What moves to {into.name}
        </h2>
        {moves.length === 0 ? (
          <p className={classes.lead}>Nothing belongs to {withStop(from.name)}</p>
        ) : (
          <ul className={classes.moves}>
            {moves.map(({ place, text }) => (
              <li key={place}>{text}</li>
            ))}
          </ul>
        )}
      </section>
      {settleFirst.length > 0 && (
        <Alert color="orange" role="status" mb="md" maw="48rem" title="These vendors can’t be merged yet">
          <UseList reasons={settleFirst} />
        </Alert>
      )}
      {merge.error && (
        <Alert color="red" role="alert" mb="md" maw="48rem">
          {errorMessage(merge.error)}
          {isApiError(merge.error, 'CONFLICT') && (
            <Button
              mt="xs"
              size="compact-sm"
              variant="default"
              onClick={() => {
                merge.reset()
                reload()
              }}
            >
              Load what changed
            </Button>
          )}
        </Alert>
      )}
      <div className={classes.buttons}>
        <Button loading={merge.isPending} disabled={settleFirst.length > 0} onClick={() => void ask()}>
          Merge vendors
        </Button>
        <Button
          variant="default"
          leftSection={<IconArrowsExchange size={16} aria-hidden />}
          onClick={() => go.to(mergeHref(from.id, into.id))}
        >
          Keep {from.name} instead
        </Button>
      </div>
    </>
  )
}

const SideHead = ({ side, word }: { side: MergePreview['into']; word: string }) => (
  <th scope="col">
    {side.name}
    <small>
      {word}
      {side.archived && ', archived'} <span aria-hidden>·</span> added <DateText instant={side.createdAt} />
    </small>
  </th>
)

interface FieldProps {
  field: MergePreview['fields'][number]
  names: Record<Side, string>
  side: Side
  onChoose: (side: Side) => void
}

const Field = ({ field, names, side, onChoose }: FieldProps) => {
  const { key, label, from, into } = field
  if (from === into) {
    return (
      <tr>
        <th scope="row">{label}</th>
        <td colSpan={2} className={classes.same}>
          {into} <span aria-hidden>·</span> same for both
        </td>
      </tr>
    )
  }
  const option = (of: Side, value: string) => (
    <td data-label={`${names[of]}, ${of === 'INTO' ? 'kept' : 'removed'}`}>
      <Radio
        name={`merge-${key}`}
        label={value || 'Nothing'}
        aria-label={`${label} of ${names[of]}: ${value || 'nothing'}`}
        checked={side === of}
        onChange={() => onChoose(of)}
      />
    </td>
  )
  return (
    <tr>
      <th scope="row">{label}</th>
      {option('INTO', into)}
      {option('FROM', from)}
    </tr>
  )
}
