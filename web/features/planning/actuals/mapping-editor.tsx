import { Button, Checkbox, Skeleton } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { MappingRow } from '../../../../schema/planning/actuals/mapping-values.ts'
import { usePageSearch } from '../../../lib/search-params.ts'
import { DraftNotice } from '../../../ui/drafts/draft-notice.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { Pager } from '../../../ui/table/pager.tsx'
import { SearchBox } from '../../../ui/table/search-box.tsx'
import { accountingQuery } from '../../platform/accounting/index.ts'
import { BulkChoice } from './bulk-choice.tsx'
import classes from './mapping.module.css'
import { type AskedPage, MOST_SHOWN, PAGE_SIZE, useMappingPage } from './mapping-api.ts'
import { allMatched, allTicked, allWith, changesOf, type Edits, NO_EDITS, ticked, withEdit } from './mapping-edits.ts'
import { mappingKind } from './mapping-kinds.ts'
import { mappingSearch } from './mapping-search.ts'
import { MappingTable, type Open } from './mapping-table.tsx'
import { MatchMenu } from './match-menu.tsx'
import { useKeptEdits } from './use-kept-edits.ts'
import { useMappingSave } from './use-mapping-save.tsx'

interface MappingEditorProps {
  kind: MappingRow['kind']
  /** In the wizard: the next step. */
  onDone?: () => void
}

const PLACEHOLDERS = 10

/** A page of mappings: what is shown, what is changed, and one save for all of it. */
export const MappingEditor = ({ kind, onDone }: MappingEditorProps) => {
  const of = mappingKind(kind)
  const [{ show: asks, search = '', all }, setSearch] = usePageSearch(mappingSearch)
  const show = asks === 'UNMAPPED' || asks === 'DISMISSED' ? asks : undefined
  /** Where the pages before this one began. */
  const [starts, setStarts] = useState<string[]>([])
  const [edits, setEdits] = useState<Edits>(NO_EDITS)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [active, setActive] = useState<string | null>(null)
  const [open, setOpen] = useState<Open>(null)
  /** What is to be matched by name once it is read: a classification of accounts, or everything. */
  const [matching, setMatching] = useState<{ classification: string | null } | null>(null)
  const seen = useRef(new Map<string, MappingRow>())
  const asked: AskedPage = { kind, show: show ?? 'ALL', search, cursor: starts.at(-1), viewAll: all === 'true' }
  const { data, error, refetch, isFetching } = useMappingPage(asked)
  // Asked only to say why there is nothing.
  const { data: accounting } = useQuery({ ...accountingQuery, enabled: data?.edges.length === 0 })
  /** Its lists are read before the first step of mapping, its documents after the last one. */
  const isRead = accounting !== undefined && accounting.step !== 'LOGIN'
  const rows = useMemo(() => data?.edges.map(({ node }) => node) ?? [], [data])
  for (const row of rows) seen.current.set(row.id, row)

  const { save, faults, clearFaults } = useMappingSave(kind, of.target, () => {
    setEdits(NO_EDITS)
    setSelected(new Set())
    onDone?.()
  })
  const draft = useKeptEdits(kind, { edits, setEdits, seen: seen.current, isSaved: save.isSuccess })

  useEffect(() => {
    // Rows that were just saved are still among those from before.
    if (!matching || isFetching || !data || show !== 'UNMAPPED' || all !== 'true') return
    setMatching(null)
    const { classification } = matching
    const wanted = rows.filter((row) => classification === null || (row.classification ?? '') === classification)
    setEdits((before) => allMatched(before, wanted))
  }, [matching, isFetching, data, show, all, rows])

  const go = (next: {
    show?: 'UNMAPPED' | 'DISMISSED' | undefined
    search?: string | undefined
    all?: 'true' | undefined
  }) => {
    setStarts([])
    setSelected(new Set())
    setSearch(next)
  }
  const change = (next: (before: Edits) => Edits): void => {
    save.reset()
    clearFaults()
    setEdits(next)
  }
  const chosen = rows.filter(({ id }) => selected.has(id))
  const submit = (): void => {
    const known = [...edits.keys()].flatMap((id) => seen.current.get(id) ?? [])
    save.send(changesOf(kind, known, edits))
  }
  // Also while the keyboard is in a field.
  useHotkeys([['mod+S', () => edits.size > 0 && !save.isPending && submit()]], [])
  const match = (classification: string | null): void => {
    setMatching({ classification })
    go({ show: 'UNMAPPED', all: 'true' })
  }

  return (
    <section aria-label={of.title}>
      <DraftNotice draft={draft} />
      <div className={classes.bar}>
        <SearchBox
          label={`Filter ${of.plural}`}
          placeholder={`Filter ${of.plural}`}
          value={search}
          onSearch={(text) => go({ search: text })}
        />
        <Checkbox
          size="xs"
          label="Unmapped only"
          checked={show === 'UNMAPPED'}
          onChange={({ currentTarget }) => go({ show: currentTarget.checked ? 'UNMAPPED' : undefined })}
        />
        {kind === 'VENDOR' && (
          <Checkbox
            size="xs"
            label="Dismissed only"
            checked={show === 'DISMISSED'}
            onChange={({ currentTarget }) => go({ show: currentTarget.checked ? 'DISMISSED' : undefined })}
          />
        )}
        <span className={classes.spread} />
        <span aria-live="polite">
          {data && `${data.unmapped.toLocaleString('en-US')} of ${data.total.toLocaleString('en-US')} unmapped`}
        </span>
        {kind.endsWith('ACCOUNT') && <MatchMenu of={of} disabled={data?.unmapped === 0} onMatch={match} />}
        <Button
          variant="default"
          size="compact-md"
          loading={matching !== null}
          disabled={data?.unmapped === 0}
          onClick={() => match(null)}
        >
          Match all by name
        </Button>
      </div>
      <p className={classes.hint}>
        <kbd>↑</kbd> <kbd>↓</kbd> move, <kbd>Space</kbd> maps by name or unmaps, <kbd>Enter</kbd> chooses, <kbd>X</kbd>{' '}
        selects, <kbd>Ctrl</kbd> <kbd>A</kbd> all rows, <kbd>Ctrl</kbd> <kbd>S</kbd> saves
      </p>
      {chosen.length > 0 && (
        <div className={classes.selection} role="toolbar" aria-label="Selected rows">
          <span>{chosen.length} selected</span>
          <BulkChoice of={of} onChoose={(target) => change((before) => allWith(before, chosen, { target }))} />
          <Button
            size="compact-sm"
            variant="default"
            onClick={() =>
              change((before) => allWith(before, chosen, (row) => ({ target: row.target ?? row.proposal })))
            }
          >
            Map by name
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => change((before) => allWith(before, chosen, { target: null }))}
          >
            Unmap
          </Button>
          {kind === 'VENDOR' && (
            <>
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => change((before) => allWith(before, chosen, { isDismissed: true }))}
              >
                Dismiss
              </Button>
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => change((before) => allWith(before, chosen, { isDismissed: false }))}
              >
                Bring back
              </Button>
            </>
          )}
          <Button size="compact-sm" variant="subtle" color="gray" onClick={() => setSelected(new Set())}>
            Clear selection
          </Button>
        </div>
      )}
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <output aria-label="Loading">
          {Array.from({ length: PLACEHOLDERS }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are all the same
            <Skeleton key={at} height={36} mb={4} />
          ))}
        </output>
      ) : rows.length === 0 ? (
        <EmptyState
          title={
            search || show
              ? `No ${of.plural} match`
              : isRead
                ? `Your accounting system has no ${of.plural}`
                : `No accounting ${of.plural} yet`
          }
          text={
            show === 'UNMAPPED' && !search
              ? 'All of them are mapped.'
              : search || show
                ? 'Change the filter to see others.'
                : isRead
                  ? 'Nothing to map here.'
                  : 'They appear here after the first sync with your accounting system.'
          }
        />
      ) : (
        <MappingTable
          of={of}
          rows={rows}
          edits={edits}
          faults={faults}
          selected={selected}
          active={active}
          open={open}
          onActive={setActive}
          onOpen={setOpen}
          onTick={(row) => change((before) => ticked(before, row))}
          onTickSelected={() => change((before) => allTicked(before, chosen))}
          onEdit={(row, edit) => change((before) => withEdit(before, row, edit))}
          onSelect={(ids, isSelected) =>
            setSelected((before) => {
              const next = new Set(before)
              for (const id of ids) isSelected ? next.add(id) : next.delete(id)
              return next
            })
          }
        />
      )}
      {data && rows.length > 0 && (
        <div className={classes.footer}>
          <Pager
            label={rangeOf(asked, starts.length, rows.length, data)}
            hasPrevious={starts.length > 0}
            hasNext={data.pageInfo.hasNextPage}
            viewAll={asked.viewAll}
            onPrevious={() => setStarts(starts.slice(0, -1))}
            onNext={() => data.pageInfo.endCursor && setStarts([...starts, data.pageInfo.endCursor])}
            onViewAll={(viewAll) => go({ all: viewAll ? 'true' : undefined })}
          />
        </div>
      )}
      {(edits.size > 0 || onDone) && (
        <div className={classes.save}>
          <p aria-live="polite">
            {edits.size > 0 ? `${edits.size.toLocaleString('en-US')} not saved yet` : 'Nothing to save'}
          </p>
          {edits.size > 0 && (
            <Button variant="default" onClick={() => change(() => NO_EDITS)}>
              Discard changes
            </Button>
          )}
          {onDone && edits.size === 0 ? (
            <Button onClick={onDone}>Continue</Button>
          ) : (
            <Button loading={save.isPending} onClick={submit}>
              {onDone ? 'Save and continue' : 'Save'}
            </Button>
          )}
        </div>
      )}
    </section>
  )
}

/** "21–40 of 523". With a filter the total is unknown. */
const rangeOf = (
  { search, show, viewAll }: AskedPage,
  pages: number,
  shown: number,
  { total, unmapped, pageInfo }: { total: number; unmapped: number; pageInfo: { hasNextPage: boolean } },
): string => {
  const from = pages * PAGE_SIZE
  const range = `${(from + 1).toLocaleString('en-US')}–${(from + shown).toLocaleString('en-US')}`
  if (viewAll && pageInfo.hasNextPage) return `The ${MOST_SHOWN.toLocaleString('en-US')} largest`
  if (!pageInfo.hasNextPage) return `${range} of ${(from + shown).toLocaleString('en-US')}`
  const all = search || show === 'DISMISSED' ? null : show === 'UNMAPPED' ? unmapped : total
  return all === null ? range : `${range} of ${all.toLocaleString('en-US')}`
}
