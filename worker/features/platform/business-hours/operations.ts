import * as endpoints from '../../../../schema/platform/business-hours/endpoints.ts'
import { holidayNames, holidaysOf } from '../../../../schema/platform/business-hours/holidays.ts'
import { businessHours } from '../../../../schema/platform/business-hours/tables.ts'
import { hoursWords } from '../../../../schema/platform/business-hours/words.ts'
import { utcDayOf } from '../../../../schema/shared/day-count.ts'
import { commit, lastWriteWins } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { invalidField, staleVersion } from '../../../core/errors.ts'
import { command, inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { select, typed } from '../../../core/record.ts'
import { type BusinessCalendar, calendarOf } from './stored.ts'

const HOURS = typed`SELECT ${select(businessHours, 'b', ['calendar', 'version'])} FROM business_hours b
  WHERE b.company_id = ?`

const read = async ({ db, actor }: Pick<StaffContext, 'db' | 'actor'>): Promise<endpoints.BusinessHours> => {
  const row = await db.first(db.sql(HOURS, actor.companyId))
  return { ...calendarOf(row?.calendar), version: row?.version ?? 0 }
}

export const readBusinessHours = query({
  id: 'business-hours.get',
  access: 'approvals.configure',
  input: inputOf(endpoints.getBusinessHours),
  readsFirst: true,
  run: (context) => read(context),
})

/** This year and those for which people plan. */
const YEARS = 3

const upcoming = (country: string, now: number) => {
  const year = Number(utcDayOf(now).slice(0, 4))
  return Array.from({ length: YEARS }, (_, index) => holidaysOf(country, year + index)).flat()
}

export const readHolidays = query({
  id: 'business-hours.holidays',
  access: 'approvals.configure',
  input: inputOf(endpoints.listHolidays),
  run: async ({ clock }, { country }) => ({ holidays: upcoming(country, clock.now()) }),
})

/** Holidays that people work on though the country doesn't have them, by their places. */
export const holidayFaults = ({ country, worked }: Pick<BusinessCalendar, 'country' | 'worked'>) => {
  const names = country === null ? new Set<string>() : holidayNames(country)
  return worked.flatMap((name, at) =>
    names.has(name)
      ? []
      : [
          {
            at,
            message: country === null ? `${name}: choose a country first` : `${name} is not a holiday of this country`,
          },
        ],
  )
}

/** Throws INVALID for a holiday that the country doesn't have, CONFLICT for a stale version. */
const save = lastWriteWins(
  async (
    context: StaffContext,
    { version, ...after }: BusinessCalendar & { version?: number | undefined },
  ): Promise<endpoints.BusinessHours> => {
    const { db, actor, clock } = context
    const { version: current, ...before } = await read(context)
    const [fault] = holidayFaults(after)
    if (fault) throw invalidField('worked', fault.message)
    const own = after.own.toSorted((a, b) => (a.day < b.day ? -1 : 1))
    const { opens, closes, weekdays, country, worked } = after
    const next: BusinessCalendar = { opens, closes, weekdays, country, worked, own }
    if (version !== undefined && version !== current) throw staleVersion('The business hours')
    if (JSON.stringify(before) === JSON.stringify(next)) return { ...before, version: current }
    return commit(context, {
      subject: 'The business hours',
      statements: [
        db.sql(
          `INSERT INTO business_hours (company_id, calendar, version, updated_at) VALUES (?1, ?2, 1, ?3)
           ON CONFLICT (company_id) DO UPDATE SET calendar = ?2, version = version + 1, updated_at = ?3 WHERE version = ?4`,
          actor.companyId,
          JSON.stringify(next),
          clock.now(),
          current,
        ),
        guardOneRow(db),
      ],
      audit: [
        {
          changeKey: `business-hours:${actor.companyId}:v${current + 1}`,
          action: 'company.business-hours-changed',
          targetType: 'COMPANY',
          targetId: actor.companyId,
          message: sentenceOf(next),
          changeData: { before, after: next },
        },
      ],
      result: { ...next, version: current + 1 },
    })
  },
)

const sentenceOf = (calendar: BusinessCalendar): string => {
  const holidays = [
    ...(calendar.country === null ? [] : [`the holidays of ${calendar.country}`]),
    ...(calendar.own.length === 0
      ? []
      : [`${calendar.own.length} further ${calendar.own.length === 1 ? 'day' : 'days'}`]),
  ]
  return `Set the business hours: ${hoursWords(calendar)}${holidays.length > 0 ? `, without ${holidays.join(' and ')}` : ''}`
}

export const saveBusinessHours = command({
  id: 'business-hours.save',
  access: 'approvals.configure',
  input: inputOf(endpoints.saveBusinessHours),
  run: save,
})
