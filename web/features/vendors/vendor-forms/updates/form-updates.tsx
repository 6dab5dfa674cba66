import { Checkbox } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { SKIP_WORDS } from '../../../../../schema/vendors/vendor-forms/updates.ts'
import { formatCalendarDate } from '../../../../lib/format.ts'
import { ErrorState } from '../../../../ui/states.tsx'
import { linesOf } from '../../../requests/submissions/index.ts'
import { type UpdateRow, type FormUpdates as Updates, useChooseUpdates, useFormUpdates } from './api.ts'
import classes from './updates.module.css'

/** What the approval of a form changes on the vendor, its service and the service's periods. */

const TITLES = {
  PREVIEW: 'What approval changes',
  WAITING: 'What the approval changes',
  DONE: 'What the approval changed',
} as const

const textOf = ({ state, rows, canChoose }: Updates): string => {
  if (state === 'WAITING') return 'These values are being updated.'
  if (state === 'DONE') return 'Other answers stay with the form.'
  if (rows.every(({ skip }) => skip)) return 'As it is, approving this form updates nothing.'
  const what = 'Approving this form updates these values.'
  return canChoose ? `${what} Clear a checkbox to keep the current one.` : what
}

const placeOf = ({ place, target, period, dates }: UpdateRow): string => {
  if (place === 'VENDOR') return target
  const of = target || 'Service'
  if (place === 'SERVICE') return of
  if (dates) {
    const start = formatCalendarDate(dates.startDate)
    return dates.endDate === null ? `${of}, from ${start}` : `${of}, ${start} to ${formatCalendarDate(dates.endDate)}`
  }
  return period === null ? of : `${of}, period ${period}`
}

const Value = ({ type, shown }: { type: UpdateRow['type']; shown: UpdateRow['now'] }) => {
  const lines = linesOf({ type, ...shown })
  if (lines.length === 0)
    return (
      <>
        <span aria-hidden>–</span>
        <span className="ol-visually-hidden">Nothing</span>
      </>
    )
  return lines.map((line) => <div key={line}>{line}</div>)
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const Notes = ({ row, state }: { row: UpdateRow; state: Updates['state'] }) => {
  const { isChangedSince, isCleared, skip } = row
  return (
    <>
      {isChangedSince && state === 'PREVIEW' && (
        <span className={classes.warning}>
          <IconAlertTriangle size={14} aria-hidden /> Changed by your company after the vendor answered
        </span>
      )}
      {isCleared && <span className={classes.note}>Cleared, because its condition no longer applies</span>}
      {skip && (
        <span className={classes.note}>
          {state === 'DONE' ? 'Not changed: ' : 'Stays: '}
          {SKIP_WORDS[skip.reason](skip.detail)}
        </span>
      )}
    </>
  )
}

interface RowProps {
  row: UpdateRow
  state: Updates['state']
  /** Missing if the person can't leave anything out. */
  onToggle: (() => void) | null
  isSaving: boolean
  /** The checkbox shows at once what is being saved. */
  isToggling: boolean
}

const Row = ({ row, state, onToggle, isSaving, isToggling }: RowProps) => {
  const { label, type, now, answer, skip, isCleared } = row
  const isChoosable = !isCleared && (skip === null || skip.reason === 'LEFT_OUT')
  return (
    <tr data-kept={skip !== null || undefined}>
      {onToggle && (
        <td className={classes.box}>
          {!isCleared && (
            <Checkbox
              aria-label={`Update ${label}, ${placeOf(row)}`}
              checked={(skip === null) !== isToggling}
              disabled={!isChoosable || isSaving}
              onChange={onToggle}
            />
          )}
        </td>
      )}
      <th scope="row">
        {capital(label)}
        <span className={classes.place}>{placeOf(row)}</span>
        <Notes row={row} state={state} />
      </th>
      <td data-label={state === 'DONE' ? 'Before' : 'Now'}>
        <Value type={type} shown={now} />
      </td>
      <td data-label={state === 'DONE' ? 'After' : 'Then'} className={classes.then}>
        <Value type={type} shown={skip && state === 'DONE' ? now : answer} />
      </td>
    </tr>
  )
}

export const FormUpdates = ({ submissionId }: { submissionId: string }) => {
  const { data, error, refetch } = useFormUpdates(submissionId)
  const { send, isPending } = useChooseUpdates(submissionId)
  const [toggled, setToggled] = useState<string | null>(null)
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null
  const { state, rows, canChoose } = data
  if (state === 'NONE' || rows.length === 0) return null
  const isToggling = (key: string): boolean => isPending && toggled === key
  const leftOut = rows.flatMap(({ key, skip }) => (skip?.reason === 'LEFT_OUT' ? [key] : []))
  const toggle = (key: string): void => {
    setToggled(key)
    send(leftOut.includes(key) ? leftOut.filter((one) => one !== key) : [...leftOut, key])
  }
  return (
    <section aria-label={TITLES[state]} className={classes.updates}>
      <h2 className={classes.title}>{TITLES[state]}</h2>
      <p className={classes.text}>{textOf(data)}</p>
      <table className={classes.table}>
        <thead>
          <tr>
            {canChoose && (
              <td>
                <span className="ol-visually-hidden">Update</span>
              </td>
            )}
            <th scope="col">Field</th>
            <th scope="col">{state === 'DONE' ? 'Before' : 'Now'}</th>
            <th scope="col">{state === 'DONE' ? 'After' : 'Then'}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row
              key={row.key}
              row={row}
              state={state}
              isSaving={isPending}
              isToggling={isToggling(row.key)}
              onToggle={canChoose ? () => toggle(row.key) : null}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}
