import { Button, Checkbox, Skeleton, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { MOST_ITEMS_AT_ONCE, type PlanItemRow } from '../../../../schema/planning/plans/endpoints.ts'
import type { PlanMappingKind } from '../../../../schema/planning/plans/values.ts'
import type { OptionKind } from '../../../../schema/platform/lookups/endpoints.ts'
import { ApiError } from '../../../lib/errors.ts'
import { formatNumber } from '../../../lib/format.ts'
import { usePageSearch } from '../../../lib/search-params.ts'
import { toastSuccess } from '../../../lib/toasts.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { DraftNotice } from '../../../ui/drafts/draft-notice.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { Pager } from '../../../ui/table/pager.tsx'
import { SearchBox } from '../../../ui/table/search-box.tsx'
import { AsyncOptionSelect } from '../../platform/lookups/index.ts'
import { KINDS } from './address.ts'
import {
  ITEMS_PAGE,
  type ItemChange,
  itemsQuery,
  planKeys,
  readItems,
  revenueCategorySource,
  saveItems,
} from './api.ts'
import { CopyMenu } from './copy-menu.tsx'
import classes from './plans.module.css'
import { itemSearch } from './search.ts'
import { type Edit, type Edited, useKeptLinks } from './use-kept-links.ts'

const OPTIONS: Record<PlanMappingKind, OptionKind | null> = {
  DEPARTMENTS: 'department',
  BUSINESS_UNITS: 'business-unit',
  EXPENSE_CATEGORIES: 'spend-category',
  REVENUE_CATEGORIES: null,
  LOCATIONS: 'location',
  VENDORS: 'vendor',
}

/** More than anyone looks through. Those that are left are found with another click. */
const MOST_MATCHED = 2_000
const LARGEST_PAGE = 100

interface LinkEditorProps {
  planId: string
  kind: PlanMappingKind
  /** After an import: the next step. */
  onDone?: () => void
}

/** What the departments, vendors and so on of a plan are in the company. */
export const LinkEditor = ({ planId, kind, onDone }: LinkEditorProps) => {
  const { several } = KINDS[kind]
  const client = useQueryClient()
  const [{ show: asks, search = '', all }, setSearch] = usePageSearch(itemSearch)
  const isAll = all === 'true'
  const show = asks === 'UNMAPPED' ? ('UNMAPPED' as const) : ('ALL' as const)
  const [starts, setStarts] = useState<string[]>([])
  const [edits, setEdits] = useState<ReadonlyMap<string, Edited>>(new Map())
  const [faults, setFaults] = useState<Record<string, string>>({})
  const asked = { planId, kind, search, show, cursor: starts.at(-1), isAll }
  const { data, error, refetch } = useQuery(itemsQuery(asked))
  const rows = data?.edges.map(({ node }) => node) ?? []
  const renewed = () => {
    void client.invalidateQueries({ queryKey: planKeys.items(planId) })
    void client.invalidateQueries({ queryKey: planKeys.plan(planId) })
  }
  const save = useCommand<ItemChange[], number>({
    run: async (changes, { commandId }) => {
      let changed = 0
      for (let from = 0; from < changes.length; from += MOST_ITEMS_AT_ONCE) {
        const part = changes.slice(from, from + MOST_ITEMS_AT_ONCE)
        changed += (await saveItems(planId, kind, part, `${commandId}-${from}`)).changed
      }
      return changed
    },
    success: (changed) => `${formatNumber(changed)} ${changed === 1 ? 'row' : 'rows'} saved`,
    onSuccess: () => {
      draft.finish()
      setEdits(new Map())
      setFaults({})
      renewed()
      onDone?.()
    },
    onError: (failed, changes) => {
      if (!(failed instanceof ApiError)) return false
      if (failed.status === 409) renewed()
      setFaults(
        Object.fromEntries(
          Object.entries(failed.fields ?? {}).flatMap(([field, message]) => {
            const row = changes[Number(/^changes\.(\d+)\./.exec(field)?.[1] ?? Number.NaN)]
            return row ? [[row.id, message]] : []
          }),
        ),
      )
      return false
    },
  })
  const draft = useKeptLinks(`${planId}.${kind}`, edits, setEdits, edits.size > 0 && !save.isSuccess)
  const change = (row: PlanItemRow, edit: Edit): void => {
    save.reset()
    setFaults({})
    setEdits((before) => new Map(before).set(row.id, { row, edit: { ...before.get(row.id)?.edit, ...edit } }))
  }
  const match = useCommand<void, number>({
    run: async () => {
      const found: Edited[] = []
      for (let cursor: string | undefined; found.length < MOST_MATCHED; ) {
        const page = await readItems({ planId, kind, search, show: 'UNMAPPED', cursor }, LARGEST_PAGE)
        for (const { node } of page.edges)
          if (node.proposal && !edits.has(node.id)) found.push({ row: node, edit: { targetIds: [node.proposal.id] } })
        if (!page.pageInfo.hasNextPage || !page.pageInfo.endCursor) break
        cursor = page.pageInfo.endCursor
      }
      setEdits((before) => new Map([...before, ...found.map((each) => [each.row.id, each] as const)]))
      return found.length
    },
    onSuccess: (count) =>
      toastSuccess(
        count === 0
          ? `No other ${several} have the same names`
          : `${formatNumber(count)} matched by name. Save to keep them.`,
      ),
  })
  const go = (next: { show?: string | undefined; search?: string | undefined; all?: string | undefined }): void => {
    setStarts([])
    setSearch(next)
  }
  const submit = (): void =>
    save.send(
      [...edits.values()].map(({ row, edit }) => {
        const { version } = rows.find(({ id }) => id === row.id) ?? row
        return { id: row.id, version, ...edit }
      }),
    )
  return (
    <section aria-label={KINDS[kind].title}>
      <DraftNotice draft={draft} />
      <div className={classes.bar}>
        <SearchBox
          label={`Filter ${several}`}
          placeholder={`Filter ${several}`}
          value={search}
          onSearch={(text) => go({ search: text })}
        />
        <Checkbox
          size="xs"
          label="Unlinked only"
          checked={show === 'UNMAPPED'}
          onChange={({ currentTarget }) => go({ show: currentTarget.checked ? 'UNMAPPED' : undefined })}
        />
        <span className={classes.spread} />
        <span aria-live="polite">
          {data && `${formatNumber(data.unlinked)} of ${formatNumber(data.total)} unlinked`}
        </span>
        <CopyMenu planId={planId} kind={kind} disabled={edits.size > 0 || data?.unlinked === 0} onCopied={renewed} />
        <Button
          variant="default"
          size="compact-md"
          loading={match.isPending}
          disabled={data?.unlinked === 0}
          onClick={() => match.send()}
        >
          Match all by name
        </Button>
      </div>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <output aria-label="Loading">
          <Skeleton height={320} />
        </output>
      ) : rows.length === 0 ? (
        <EmptyState
          title={search || show === 'UNMAPPED' ? `No ${several} match` : `The plan names no ${several}`}
          text={
            show === 'UNMAPPED' && !search
              ? 'All of them are linked.'
              : search
                ? 'Change the filter to see others.'
                : 'There is nothing to link here.'
          }
        />
      ) : (
        <ul className={classes.links} aria-label={KINDS[kind].title}>
          {rows.map((row) => (
            <LinkRow
              key={row.id}
              kind={kind}
              row={row}
              edit={edits.get(row.id)?.edit}
              fault={faults[row.id]}
              onChange={(edit) => change(row, edit)}
            />
          ))}
        </ul>
      )}
      {data && rows.length > 0 && (starts.length > 0 || data.pageInfo.hasNextPage || isAll) && (
        <div className={classes.more}>
          <Pager
            label={`${formatNumber(starts.length * ITEMS_PAGE + 1)}–${formatNumber(starts.length * ITEMS_PAGE + rows.length)}`}
            hasPrevious={starts.length > 0}
            hasNext={data.pageInfo.hasNextPage}
            viewAll={isAll}
            onViewAll={(viewAll) => go({ all: viewAll ? 'true' : undefined })}
            onPrevious={() => setStarts(starts.slice(0, -1))}
            onNext={() => data.pageInfo.endCursor && setStarts([...starts, data.pageInfo.endCursor])}
          />
        </div>
      )}
      {(edits.size > 0 || onDone) && (
        <div className={classes.save}>
          <p aria-live="polite">{edits.size > 0 ? `${formatNumber(edits.size)} not saved yet` : 'Nothing to save'}</p>
          {edits.size > 0 && (
            <Button variant="default" onClick={() => setEdits(new Map())}>
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

interface LinkRowProps {
  kind: PlanMappingKind
  row: PlanItemRow
  edit: Edit | undefined
  fault: string | undefined
  onChange: (edit: Edit) => void
}

const LinkRow = ({ kind, row, edit, fault, onChange }: LinkRowProps) => {
  const { several } = KINDS[kind]
  const options = OPTIONS[kind]
  const targetIds = edit?.targetIds ?? row.linked.map(({ id }) => id)
  const { proposal } = row
  const known = [...row.linked, ...(proposal ? [proposal] : [])].map(({ id, name }) => ({ value: id, label: name }))
  return (
    <li className={classes.link} data-dirty={edit !== undefined || undefined}>
      <TextInput
        aria-label={`Name of ${row.name}`}
        variant="unstyled"
        className={classes.linkName ?? ''}
        maxLength={200}
        value={edit?.name ?? row.name}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      <div className={classes.targets}>
        <AsyncOptionSelect
          multiple
          kind={options ?? 'spend-category'}
          {...(options ? {} : { source: { name: 'plan revenue categories', load: revenueCategorySource } })}
          known={known}
          aria-label={`What ${row.name} is linked to`}
          placeholder={`Choose ${several}`}
          value={targetIds}
          onChange={(ids) => onChange({ targetIds: ids })}
          error={fault}
        />
        {proposal && targetIds.length === 0 && (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={`Link to ${proposal.name}: ${row.name}`}
            onClick={() => onChange({ targetIds: [proposal.id] })}
          >
            Link to {proposal.name}
          </Button>
        )}
      </div>
    </li>
  )
}
