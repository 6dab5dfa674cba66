import { IconHistory } from '@tabler/icons-react'
import { useMemo } from 'react'
import { z } from 'zod'
import { type AuditEntryRow, auditLogType } from '../../../../schema/platform/audit/endpoints.ts'
import { endOfDay, startOfDay } from '../../../../schema/shared/calendar.ts'
import { kindLabel } from '../../../../schema/shared/kinds.ts'
import { addressOf } from '../../../lib/kinds.ts'
import { usePageSearch } from '../../../lib/search-params.ts'
import { searchText } from '../../../lib/search-text.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { Select } from '../../../ui/choices/select.tsx'
import { DateTimeText } from '../../../ui/date-text.tsx'
import { CalendarDateField } from '../../../ui/fields/calendar-date-field.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { noMatch } from '../../../ui/table/filters.tsx'
import type { Column } from '../../../ui/table/types.ts'
import { FIRST_PAGE } from '../../../ui/table/use-table-search.ts'
import { useTimeZone } from '../../../ui/time-zone.ts'
import { AsyncOptionSelect } from '../lookups/index.ts'
import { auditKeys, type CompanyLogFilter, fetchCompanyLog } from './api.ts'
import classes from './company-log.module.css'
import { Fold, RECORDED, WhoDid } from './history.tsx'

const search = z.object({
  type: auditLogType.optional().catch(undefined),
  person: searchText,
  from: searchText,
  until: searchText,
})

const TYPES = auditLogType.options
  .map((value) => ({ value, label: kindLabel(value) }))
  .sort((a, b) => a.label.localeCompare(b.label))

const About = ({ row }: { row: AuditEntryRow }) => {
  // A deleted object's page says so.
  const href = addressOf(row.targetType, row.targetId, 'history')
  const label = kindLabel(row.targetType)
  const name = row.targetName ?? label
  return (
    <span className={classes.about}>
      {href ? (
        <AppLink href={href} className="ol-link">
          {name}
        </AppLink>
      ) : (
        name
      )}
      {row.targetName && <span className={classes.kind}>{label}</span>}
    </span>
  )
}

const COLUMNS: Column<AuditEntryRow>[] = [
  {
    id: 'what',
    header: 'What happened',
    card: 'title',
    cell: (row) => (
      <div className={classes.what}>
        <p>{row.message}</p>
        {RECORDED.has(row) && <Fold render={() => RECORDED.render(row)} />}
      </div>
    ),
  },
  {
    id: 'who',
    header: 'Who',
    width: '12rem',
    cell: (row) => (
      <span className={classes.who}>
        <WhoDid row={row} />
      </span>
    ),
  },
  { id: 'about', header: 'Object', width: '14rem', cell: (row) => <About row={row} /> },
  { id: 'when', header: 'When', width: '14rem', cell: (row) => <DateTimeText instant={row.createdAt} /> },
]

/** The filter as the server expects it, with days in the person's time zone. */
export const useCompanyLogFilter = () => {
  const timeZone = useTimeZone()
  const [state, setState] = usePageSearch(search)
  const { type, person, from, until } = state
  const filter = useMemo(
    (): CompanyLogFilter => ({
      targetType: type,
      userId: person || undefined,
      from: startOfDay(from, timeZone),
      until: endOfDay(until, timeZone),
    }),
    [type, person, from, until, timeZone],
  )
  return { state, setState, filter }
}

/** Everything that was changed in the company. */
export const CompanyLog = () => {
  const { state, setState, filter } = useCompanyLogFilter()
  const set = (patch: Partial<z.input<typeof search>>): void => setState({ ...patch, ...FIRST_PAGE } as typeof patch)
  const narrowed = Boolean(state.type || state.person || state.from || state.until)
  return (
    <DataTable
      label="Audit log"
      name="audit-log"
      columns={COLUMNS}
      rowId={(row) => row.id}
      queryKey={auditKeys.company(filter)}
      fetchPage={(page, signal) => fetchCompanyLog(filter, page, signal)}
      toolbar={
        <>
          <Select
            className={classes.type ?? ''}
            aria-label="Object"
            placeholder="Any object"
            data={TYPES}
            value={state.type ?? null}
            clearable
            searchable
            nothingFoundMessage="No results"
            onChange={(next) => set({ type: next ? auditLogType.parse(next) : undefined })}
          />
          <div className={classes.person}>
            <AsyncOptionSelect
              kind="member"
              aria-label="Person"
              placeholder="Anyone"
              value={state.person ?? null}
              onChange={(next) => set({ person: next ?? undefined })}
            />
          </div>
          <div className={classes.date}>
            <CalendarDateField
              aria-label="From"
              placeholder="From"
              value={state.from ?? null}
              {...(state.until ? { max: state.until } : {})}
              onChange={(next) => set({ from: next ?? undefined })}
            />
          </div>
          <div className={classes.date}>
            <CalendarDateField
              aria-label="Until"
              placeholder="Until"
              value={state.until ?? null}
              {...(state.from ? { min: state.from } : {})}
              onChange={(next) => set({ until: next ?? undefined })}
            />
          </div>
        </>
      }
      empty={
        narrowed
          ? noMatch('No changes match', 'Try other dates, another person or another item.', () =>
              set({ type: undefined, person: undefined, from: undefined, until: undefined }),
            )
          : {
              icon: <IconHistory size={20} aria-hidden />,
              title: 'No changes yet',
              text: 'Every change in your company is recorded here and can’t be rewritten without notice.',
            }
      }
    />
  )
}
